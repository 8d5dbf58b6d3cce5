import { useState } from 'react';
import type { PricedQuote } from '../../../../shared/quoting-schemas';
import { getAmounts } from '../quote-amounts';
import { ExtraChoice, IncludedLines } from '../quote-lines';
import { QuotePlan } from '../quote-plan';
import { QuoteTotals } from '../quote-totals';

/** Shows a quote as its client sees it; the extras can be tried. */
export function QuotePreview({ quote }: { quote: PricedQuote }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choose = (id: number, isChosen: boolean) => setChosen((ids) => [...ids.filter((other) => other !== id), ...(isChosen ? [id] : [])]);
  return (
    <div className="grid gap-5 rounded-card border border-line p-4">
      {quote.message && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{quote.message}</p>}
      <IncludedLines quote={quote} />
      <ExtraChoice quote={quote} chosen={chosen} onChoose={choose} />
      <QuoteTotals quote={quote} amounts={getAmounts(quote, chosen)} />
      <QuotePlan plan={quote.plan} />
      {quote.terms && <p className="whitespace-pre-line border-line border-t pt-4 text-muted text-sm">{quote.terms}</p>}
    </div>
  );
}
