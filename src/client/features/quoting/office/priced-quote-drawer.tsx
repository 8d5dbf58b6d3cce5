import { formatRule } from '../../../../shared/plans';
import type { PricedQuote } from '../../../../shared/quoting-schemas';
import { formatService } from '../../../../shared/service-name';
import { formatPrice } from '../../../../shared/store-sums';
import { listTaxLines } from '../../../../shared/taxes';
import { trpc } from '../../../trpc';
import { ScreenLink, TEXT_LINK } from '../../../ui/button';
import { ContactLinks } from '../../../ui/contact-links';
import { Facts } from '../../../ui/facts';
import { Panel } from '../../../ui/panel';
import { type BillSum, PricedLines } from '../../../ui/priced-lines';
import { QuoteChip } from '../../../ui/quotes-of';
import { RecordDrawer } from '../../../ui/record-drawer';
import { EmptyState } from '../../../ui/states';
import { type Moment, Timeline } from '../../../ui/timeline';
import { formatLongDay } from '../../../ui/times';
import { NextStep, OpenDocument, OpenPage, OtherSteps, Withdraw } from './priced-quote-actions';
import { SendQuote } from './send-quote';

type PricedQuoteDrawerProps = { id: number; isSending: boolean; onClose: () => void };

/** Shows a priced quote with its history and its actions. */
export function PricedQuoteDrawer({ id, isSending, onClose }: PricedQuoteDrawerProps) {
  const quote = trpc.quoting.get.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={quote}
      title={(data) => (data ? `Quote ${data.number}` : 'Quote')}
      chips={(data) => <QuoteChip quote={data} />}
      action={(data) =>
        data.status === 'draft' ? (
          <SendQuote quote={data} isFirstOpen={isSending} />
        ) : (
          <NextStep quote={data} look="button-primary min-h-9 px-4 pointer-coarse:min-h-11" />
        )
      }
      footer={(data) => <Actions quote={data} />}
      onClose={onClose}
      loading="Loading the quote..."
      failed="The quote could not be loaded."
      missing={
        <EmptyState
          title="No such quote"
          text="The link may have been mistyped. Quotes are never deleted."
          action="Show All Quotes"
          onAction={onClose}
        />
      }
    >
      {(data) => <Details quote={data} />}
    </RecordDrawer>
  );
}

type QuoteProps = { quote: PricedQuote };

const Actions = ({ quote }: QuoteProps) => (
  <>
    <OtherSteps quote={quote} />
    <OpenPage quote={quote} />
    <OpenDocument quote={quote} />
    <Withdraw quote={quote} />
  </>
);

const Details = ({ quote }: QuoteProps) => (
  <>
    <Answer quote={quote} />
    <Results quote={quote} />
    <ContactLinks email={quote.customerEmail ?? ''} phone={quote.customerPhone} />
    {quote.customerEmail === null && (
      <p className="rounded-small bg-amber-100 px-4 py-3 text-[15px]">
        {quote.customerName} has no email address, so nothing is mailed. Send the link yourself.
      </p>
    )}
    <Facts
      facts={[
        ['Customer', quote.customerName],
        ['Address', quote.customerAddress],
        ['Service', formatService(quote.serviceType)],
        ['Version', String(quote.version)],
        ['Valid until', formatLongDay(quote.validUntil)],
        ['Visits', quote.plan && `${formatRule(quote.plan.rrule, quote.plan.startTime)}, from ${formatLongDay(quote.plan.startDate)}`],
        ['Plan discount', quote.plan && quote.plan.discountPercent > 0 && `${quote.plan.discountPercent}% off each visit`],
      ]}
    />
    {quote.message && (
      <Panel title="Message">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{quote.message}</p>
      </Panel>
    )}
    <Panel title="Lines">
      <QuoteLines quote={quote} />
    </Panel>
    <Panel title="History">
      <Timeline moments={listMoments(quote)} />
    </Panel>
    {quote.terms && (
      <Panel title="Terms">
        <p className="whitespace-pre-wrap text-[15px] text-muted [overflow-wrap:anywhere]">{quote.terms}</p>
      </Panel>
    )}
  </>
);

/** Shows what the client wrote with the answer. */
function Answer({ quote: { status, changeRequest, declineReason } }: QuoteProps) {
  const text = status === 'changes_requested' ? changeRequest : status === 'declined' ? declineReason : null;
  if (text === null) return null;
  return (
    <div role="note" className="rounded-small bg-amber-100 px-4 py-3">
      <p className="font-semibold">{status === 'declined' ? 'Reason' : 'The client asks for a change'}</p>
      <p className="whitespace-pre-wrap text-[15px] [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}

/** Links what an approval created. */
function Results({ quote: { workOrderId, planId, depositInvoiceId } }: QuoteProps) {
  if (workOrderId === null && planId === null && depositInvoiceId === null) return null;
  return (
    <p className="flex flex-wrap gap-x-5">
      {workOrderId !== null && <ScreenLink to="/team" search={{ order: workOrderId }} look={TEXT_LINK} label="Open the job" />}
      {planId !== null && <ScreenLink to="/plans" search={{ plan: planId }} look={TEXT_LINK} label="Open the plan" />}
      {depositInvoiceId !== null && (
        <ScreenLink to="/invoices" search={{ invoice: depositInvoiceId }} look={TEXT_LINK} label="Open the deposit invoice" />
      )}
    </p>
  );
}

/** Shows the lines of a quote with its sums; says of each optional line whether it was chosen. */
function QuoteLines({ quote }: QuoteProps) {
  const nameLine = ({ description, isOptional, isChosen }: PricedQuote['lines'][number]) => (
    <>
      {description}
      {isOptional && <span className="block text-muted text-sm">{isChosen ? 'Optional, chosen' : 'Optional'}</span>}
    </>
  );
  const sums: BillSum[] = [
    { name: 'Subtotal', amount: quote.subtotal },
    ...listTaxLines(quote).map(({ label, amount }) => ({ name: label, amount })),
    { name: quote.plan ? 'Total per visit' : 'Total', amount: quote.total, isStrong: true },
    ...(quote.deposit === null ? [] : [{ name: 'Deposit', amount: quote.deposit }]),
  ];
  const hasUnchosen = quote.lines.some(({ isOptional, isChosen }) => isOptional && !isChosen);
  return (
    <>
      <PricedLines
        what="Line"
        lines={quote.lines.map((line) => ({ name: nameLine(line), quantity: line.quantity, price: line.price }))}
        sums={sums}
      />
      {hasUnchosen && (
        <p className="text-muted text-sm">
          {quote.status === 'approved' ? 'Lines that were not chosen do not count.' : `Optional lines do not count until they are chosen.`}
        </p>
      )}
      {Number(quote.total) === 0 && <p className="text-muted text-sm">The total is {formatPrice(quote.total)}.</p>}
    </>
  );
}

const ANSWERS: Partial<Record<PricedQuote['status'], string>> = {
  approved: 'Approved',
  declined: 'Declined',
  changes_requested: 'Change requested',
};

function listMoments({ createdAt, sentAt, viewedAt, answeredAt, approvedName, status, updatedAt }: PricedQuote): Moment[] {
  const isOver = status === 'superseded' || status === 'withdrawn' || status === 'expired';
  return [
    { name: 'Written', at: createdAt },
    { name: 'Sent', at: sentAt },
    { name: 'Viewed', at: viewedAt },
    ...(isOver && answeredAt === null
      ? [{ name: status === 'superseded' ? 'Replaced by a newer version' : status === 'expired' ? 'Expired' : 'Withdrawn', at: updatedAt }]
      : [{ name: ANSWERS[status] ?? 'Answered', at: answeredAt, text: approvedName && `by ${approvedName}` }]),
  ];
}
