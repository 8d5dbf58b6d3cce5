import { formatPrice } from '../../../shared/store-sums';
import { listTaxLines } from '../../../shared/taxes';
import type { Amounts, ShownQuote } from './quote-amounts';

/** Shows the sums of a quote with its taxes and its deposit. */
export function QuoteTotals({ quote, amounts }: { quote: ShownQuote; amounts: Amounts }) {
  const discount = amounts.discount === null ? [] : [{ label: `${quote.plan?.discountPercent}% off each visit`, amount: amounts.discount }];
  const rows = [...discount, { label: 'Subtotal', amount: amounts.subtotal }, ...listTaxLines({ ...quote, ...amounts })];
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 border-line border-t pt-4 tabular-nums">
      {rows.map(({ label, amount }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right">{formatPrice(amount)}</dd>
        </div>
      ))}
      <dt className="font-bold text-xl">{quote.plan ? 'Total per visit' : 'Total'}</dt>
      <dd className="text-right font-bold text-xl" aria-live="polite">
        {formatPrice(amounts.total)}
      </dd>
      {amounts.deposit !== null && (
        <>
          <dt>Deposit after you approve</dt>
          <dd className="text-right">{formatPrice(amounts.deposit)}</dd>
        </>
      )}
    </dl>
  );
}
