import type { ReactNode, RefObject } from 'react';
import { type PricedQuoteStatus, quotePagePath } from '../../../shared/quoting';
import type { PublicQuote } from '../../../shared/quoting-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { formatDate, formatDateTime } from '../../../shared/time';
import { Chip, type Tone } from '../../ui/chip';
import { useCompany } from '../../ui/public/company';

type Answered = Exclude<PricedQuoteStatus, 'draft' | 'sent' | 'viewed'>;
const STATES: Record<Answered, readonly [tone: Tone, word: string, title: string]> = {
  approved: ['good', 'Approved', 'Thank you! You approved this quote.'],
  declined: ['quiet', 'Declined', 'You declined this quote.'],
  changes_requested: ['waiting', 'Change requested', 'You asked for a change.'],
  expired: ['quiet', 'Expired', 'This quote has expired.'],
  superseded: ['quiet', 'Replaced', 'There is a newer version'],
  withdrawn: ['quiet', 'Withdrawn', 'We have withdrawn this quote.'],
};

type QuoteStateProps = {
  title: RefObject<HTMLHeadingElement | null>;
  quote: PublicQuote;
  /** Lists what changed while the client read the quote. */
  notice: string;
  /** The time of the approval as the server formatted it. */
  approvedAt: string | null | undefined;
};

/** Shows what became of a quote and what happens next; nothing for one that waits for an answer. */
export function QuoteState({ title, quote, notice, approvedAt }: QuoteStateProps) {
  const { status } = quote;
  const state = status in STATES ? STATES[status as Answered] : undefined;
  if (!state && !notice) return null;
  const [tone, word, sentence] = state ?? ['waiting', 'Changed', 'This quote has changed.'];
  return (
    <div className="grid justify-items-start gap-3 border-line border-b pb-6">
      <Chip tone={tone}>{word}</Chip>
      <h2 ref={title} tabIndex={-1} className="font-bold text-2xl outline-none sm:text-3xl">
        {sentence}
      </h2>
      {notice && <p className="rounded-small bg-amber-100 px-4 py-3 font-medium">{notice}</p>}
      <Explanation quote={quote} approvedAt={approvedAt} />
    </div>
  );
}

function Phone() {
  const { phone } = useCompany();
  return (
    <a className="whitespace-nowrap font-semibold text-pine-700 underline" href={phone.href}>
      {phone.display}
    </a>
  );
}

const Quoted = ({ children }: { children: ReactNode }) => (
  <blockquote className="whitespace-pre-line border-sage-300 border-l-4 pl-4 text-muted">{children}</blockquote>
);

function Explanation({ quote, approvedAt }: Pick<QuoteStateProps, 'quote' | 'approvedAt'>) {
  switch (quote.status) {
    case 'approved':
      return <Approved quote={quote} approvedAt={approvedAt} />;
    case 'declined':
      return (
        <>
          {quote.declineReason && <Quoted>{quote.declineReason}</Quoted>}
          <p>
            If you change your mind, please call <Phone />.
          </p>
        </>
      );
    case 'changes_requested':
      return (
        <>
          {quote.changeRequest && <Quoted>{quote.changeRequest}</Quoted>}
          <p>We will send you a new version. {quote.canApprove && 'You can still approve this one below.'}</p>
        </>
      );
    case 'expired':
      return quote.canApprove ? (
        <p>It was valid until {formatDate(quote.validUntil)}, but you can still approve it below.</p>
      ) : (
        <p>
          It was valid until {formatDate(quote.validUntil)}. Please call <Phone />, and we will send you a new one.
        </p>
      );
    case 'superseded':
      return quote.newerToken ? (
        <a className="button-primary" href={quotePagePath(quote.newerToken)}>
          Open the newer version
        </a>
      ) : (
        <p>Please open the link in our latest message.</p>
      );
    case 'withdrawn':
      return (
        <p>
          Please call <Phone /> if you are still interested.
        </p>
      );
    default:
      return null;
  }
}

function Approved({ quote, approvedAt }: Pick<QuoteStateProps, 'quote' | 'approvedAt'>) {
  const at = approvedAt ?? (quote.approvedAt && formatDateTime(quote.approvedAt));
  return (
    <>
      <p>
        Approved by <b>{quote.approvedName}</b>
        {at && ` on ${at}, Pacific time`}, for <b className="tabular-nums">{formatPrice(quote.total)}</b>
        {quote.plan && ' per visit'}.
      </p>
      <div>
        <h3 className="font-bold">What happens next</h3>
        <ul className="mt-1 list-disc pl-5">
          {quote.deposit !== null && <li>We send you the invoice for the deposit of {formatPrice(quote.deposit)}.</li>}
          <li>{quote.plan ? 'Your visits are planned as shown below.' : 'We contact you to confirm the day and the time.'}</li>
        </ul>
      </div>
    </>
  );
}
