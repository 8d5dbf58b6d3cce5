import { useEffect, useRef, useState } from 'react';
import { quoteDocumentPath } from '../../../shared/quoting';
import type { PublicQuote } from '../../../shared/quoting-schemas';
import { formatService } from '../../../shared/service-name';
import { formatPrice } from '../../../shared/store-sums';
import { formatDate } from '../../../shared/time';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { getAmounts } from './quote-amounts';
import { QuoteAnswer } from './quote-answer';
import { ChosenLines, ExtraChoice, IncludedLines } from './quote-lines';
import { QuotePlan } from './quote-plan';
import { sendView } from './quote-sending';
import { QuoteState } from './quote-state';
import { QuoteTotals } from './quote-totals';

type QuotePageProps = { token: string; initial: PublicQuote; initialApprovedAt: string | null };
type Shown = { quote: PublicQuote; notice: string };

/** Reports to the server once that the quote was opened; the office opens it with the hash `#office`, which is not the client's view. */
function useFirstView(token: string, { status }: PublicQuote): void {
  const isUnseen = status === 'sent';
  // Sends a request to the server.
  useEffect(() => {
    if (isUnseen && window.location.hash !== '#office') sendView(token);
  }, [token, isUnseen]);
}

/** Shows a priced quote to the client, who chooses its optional lines and answers it. */
export function QuotePage({ token, initial, initialApprovedAt }: QuotePageProps) {
  const [{ quote, notice }, setShown] = useState<Shown>({ quote: initial, notice: '' });
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [changes, setChanges] = useState(0);
  const state = useRef<HTMLHeadingElement>(null);
  useFirstView(token, initial);
  // Moves the browser's focus to what an answer has changed.
  useEffect(() => {
    if (changes > 0) state.current?.focus();
  }, [changes]);
  const show = (shown: PublicQuote, why = '') => {
    setShown({ quote: shown, notice: why });
    setChanges(changes + 1);
  };
  const choose = (id: number, isChosen: boolean) => setChosen((ids) => [...ids.filter((other) => other !== id), ...(isChosen ? [id] : [])]);
  const amounts = getAmounts(quote, chosen);
  return (
    <main id="main" className="bg-sage-50">
      <Band quote={quote} />
      <div className="wrap relative -mt-14 grid items-start gap-4 pb-12 sm:-mt-18 sm:pb-16 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-6">
        <div className="grid min-w-0 gap-4 lg:gap-6">
          <div className="grid gap-6 rounded-card border border-line bg-paper p-4 shadow-card sm:p-7">
            <QuoteState title={state} quote={quote} notice={notice} approvedAt={quote === initial ? initialApprovedAt : undefined} />
            {quote.message && <p className="whitespace-pre-line">{quote.message}</p>}
            <IncludedLines quote={quote} />
            {quote.canApprove ? <ExtraChoice quote={quote} chosen={chosen} onChoose={choose} /> : <ChosenLines quote={quote} />}
            <QuoteTotals quote={quote} amounts={amounts} />
            <QuotePlan plan={quote.plan} />
            {quote.terms && <Terms text={quote.terms} />}
            <a
              className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-pine-700 underline print:hidden"
              href={`${quoteDocumentPath(token)}.pdf`}
            >
              <Icon name="download" /> Download as PDF
            </a>
          </div>
          {quote.canApprove && <TotalBar total={amounts.total} />}
        </div>
        <div className="grid gap-4 lg:sticky lg:top-24">
          <QuoteAnswer token={token} quote={quote} chosen={chosen} amounts={amounts} onAnswered={show} />
          <Questions />
        </div>
      </div>
    </main>
  );
}

function Band({ quote: { number, version, customerName, serviceType, validUntil } }: { quote: PublicQuote }) {
  const { name } = useCompany();
  return (
    <div className="on-pine bg-pine-900 text-white">
      <div className="wrap pt-4 pb-20 sm:pt-9 sm:pb-28">
        <h1 tabIndex={-1} className="font-bold text-[28px] outline-none sm:text-[46px]">
          Quote {number}
        </h1>
        <p className="mt-2 text-[15px] text-white/85 sm:mt-3 sm:text-lg">
          <b className="font-semibold text-white">{formatService(serviceType)}</b> for {customerName}, from {name}
        </p>
        <p className="mt-1 text-[15px] text-white/85 tabular-nums">
          Version {version} · Valid until {formatDate(validUntil)}
        </p>
      </div>
    </div>
  );
}

/** Terms that are shown at once; longer ones open when their title is pressed, so that the answer stays near. */
const SHORT_TERMS = 500;

const Terms = ({ text }: { text: string }) => (
  <details open={text.length <= SHORT_TERMS} className="border-line border-t pt-2">
    <summary className="flex min-h-11 items-center font-bold text-lg">
      <h2>Terms</h2>
    </summary>
    <p className="whitespace-pre-line text-[15px] text-muted">{text}</p>
  </details>
);

/** Shows the total at the bottom edge of a phone until the answer comes into view. */
const TotalBar = ({ total }: { total: string }) => (
  <div
    data-bottom-bar
    className="sticky bottom-0 z-20 -mx-[clamp(18px,3vw,32px)] flex items-center justify-between gap-4 border-line border-t bg-paper px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] lg:hidden print:hidden"
  >
    <p className="tabular-nums" aria-hidden="true">
      <span className="block text-muted text-sm">Total</span>
      <b className="text-lg leading-tight">{formatPrice(total)}</b>
    </p>
    <a href="#answer" className="button-primary">
      Continue
    </a>
  </div>
);

function Questions() {
  const { phone, email } = useCompany();
  const look = 'inline-flex min-h-11 items-center font-semibold text-pine-700 underline underline-offset-4';
  return (
    <aside aria-label="Questions" className="rounded-card bg-sage-100 p-5">
      <p className="font-bold">Questions about this quote?</p>
      <p className="flex flex-wrap gap-x-5">
        <a className={look} href={phone.href}>
          {phone.display}
        </a>
        <a className={look} href={`mailto:${email}`}>
          {email}
        </a>
      </p>
    </aside>
  );
}
