import { OPEN_QUOTE_STATUSES, pricedQuotePath, quotePagePath } from '../../../../shared/quoting';
import type { PricedQuote } from '../../../../shared/quoting-schemas';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { MutationButton } from '../../../ui/mutation-button';

type QuoteProps = { quote: PricedQuote; look?: string };

const REVISABLE: readonly PricedQuote['status'][] = ['draft', ...OPEN_QUOTE_STATUSES, 'declined', 'expired'];
const WITHDRAWABLE: readonly PricedQuote['status'][] = ['draft', ...OPEN_QUOTE_STATUSES, 'expired'];
const isOpen = ({ status }: PricedQuote): boolean => (OPEN_QUOTE_STATUSES as readonly string[]).includes(status);

const WAITING: readonly PricedQuote['status'][] = ['sent', 'viewed'];
const TO_REVISE: readonly PricedQuote['status'][] = ['changes_requested', 'declined', 'expired'];

/** Shows the step that follows the status of a quote, if there is one. */
export function NextStep(props: QuoteProps) {
  const { status } = props.quote;
  if (status === 'draft') return <SendLink {...props} />;
  if (TO_REVISE.includes(status)) return <ReviseLink {...props} />;
  return WAITING.includes(status) && <CopyLink {...props} />;
}

/** Shows the steps of a quote that are not its next one. */
export const OtherSteps = (props: QuoteProps) => (
  <>
    {!TO_REVISE.includes(props.quote.status) && <ReviseLink {...props} />}
    {!WAITING.includes(props.quote.status) && <CopyLink {...props} />}
  </>
);

/** Leads to the preview of a draft, from which it is sent. */
const SendLink = ({ quote: { id, number }, look }: QuoteProps) => (
  <ScreenLink
    to="/admin"
    search={{ view: 'priced', priced: id, send: 1 }}
    resetScroll={false}
    look={look ?? 'button-ghost'}
    label="Send"
    about={number}
  />
);

/** Leads to the form of a draft, or to that of the next version of a quote that was sent. */
const ReviseLink = ({ quote: { id, status, number }, look }: QuoteProps) =>
  REVISABLE.includes(status) && (
    <ScreenLink
      to="/admin"
      search={{ priced: id, edit: 1 }}
      look={look ?? 'button-ghost'}
      label={status === 'draft' ? 'Edit' : 'Revise'}
      about={number}
    />
  );

/** Copies the link of the client's page of a quote that was sent. */
function CopyLink({ quote: { token, number, customerName }, look }: QuoteProps) {
  if (token === null) return null;
  const done = { title: 'Link Copied', description: `Paste it into a message to ${customerName}.` };
  const link = `${window.location.origin}${quotePagePath(token)}`;
  return <CopyButton {...(look && { look })} label="Copy link" about={number} text={link} done={done} />;
}

/** Opens the client's page in another tab, without marking the quote as viewed. */
export const OpenPage = ({ quote: { token } }: QuoteProps) =>
  token !== null && (
    <a className="button-ghost" href={`${quotePagePath(token)}#office`} target="_blank" rel="noreferrer">
      Open page<span className="sr-only"> (new tab)</span>
    </a>
  );

export const OpenDocument = ({ quote: { id } }: QuoteProps) => (
  <a className="button-ghost" href={`${pricedQuotePath(id)}.pdf`} target="_blank" rel="noreferrer">
    PDF<span className="sr-only"> (new tab)</span>
  </a>
);

export const Withdraw = ({ quote }: QuoteProps) =>
  WITHDRAWABLE.includes(quote.status) && (
    <MutationButton
      label="Withdraw"
      about={quote.number}
      busy="Withdrawing..."
      procedure={trpc.quoting.withdraw}
      input={{ id: quote.id }}
      failure="Failed to withdraw the quote. Please try again."
      question={{
        title: `Withdraw quote ${quote.number}?`,
        text: isOpen(quote)
          ? `${quote.customerName} can no longer approve it: the link says that the quote was withdrawn. You can write a new quote at any time.`
          : 'It can no longer be sent or changed, and its number stays used.',
        action: 'Withdraw Quote',
      }}
      done={{ title: 'Quote Withdrawn', description: `Quote ${quote.number} can no longer be approved.` }}
    />
  );
