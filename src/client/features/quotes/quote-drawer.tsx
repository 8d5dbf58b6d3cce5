import { formatService } from '../../../shared/dispatch';
import type { Inquiry } from '../../../shared/quotes-schemas';
import { describeEstimate } from '../../../shared/sent-estimates';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ContactLinks } from '../../ui/contact-links';
import { FactLines } from '../../ui/facts';
import { QuotesOf } from '../../ui/quotes-of';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { JobActions, StatusButton } from './quote-actions';
import { StatusChip } from './quotes-table';

/** Shows a request with its message and its actions. */
export function QuoteDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const inquiry = trpc.quotes.get.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={inquiry}
      title={(data) => data?.name ?? 'Quote request'}
      chips={({ status }) => <StatusChip status={status} />}
      action={(data) => <StatusButton inquiry={data} />}
      footer={(data) => <JobActions inquiry={data} />}
      onClose={onClose}
      loading="Loading the quote request..."
      failed="The quote request could not be loaded."
      missing={
        <EmptyState
          title="This request is not on the list"
          text="It may have been deleted."
          action="Show All Requests"
          onAction={onClose}
        />
      }
    >
      {(data) => <Details inquiry={data} />}
    </RecordDrawer>
  );
}

const Details = ({ inquiry }: { inquiry: Inquiry }) => {
  const { id, email, phone, address, serviceType, estimate, message, status, createdAt, confirmedAt, workOrderDate } = inquiry;
  return (
    <>
      <ContactLinks email={email} phone={phone} />
      <FactLines
        facts={[
          ['Service', formatService(serviceType)],
          ['Address', address ?? 'no address given'],
          ['Asked for', estimate && describeFor(serviceType, estimate)],
          [
            'Received',
            <time key="received" dateTime={createdAt}>
              {formatTimestamp(createdAt)}
            </time>,
          ],
          ['Confirmed', confirmedAt && formatTimestamp(confirmedAt)],
          ['Job', workOrderDate && formatTimestamp(workOrderDate)],
          [
            'Message',
            message && (
              <span key="message" className="whitespace-pre-wrap">
                {message}
              </span>
            ),
          ],
        ]}
      />
      {status === 'pending' && <SuggestedPrice inquiryId={id} />}
      <PricedQuotes inquiryId={id} />
    </>
  );
};

function PricedQuotes({ inquiryId }: { inquiryId: number }) {
  return <QuotesOf query={trpc.quoting.list.useQuery({ inquiryId })} write={{ inquiry: inquiryId }} />;
}

/** Describes an estimate, with its service if that is not the one of the request. */
const describeFor = (serviceType: string, estimate: NonNullable<Inquiry['estimate']>): string =>
  estimate.serviceType === serviceType
    ? describeEstimate(estimate)
    : `${formatService(estimate.serviceType)}: ${describeEstimate(estimate)}`;

function SuggestedPrice({ inquiryId }: { inquiryId: number }) {
  const { data } = trpc.market.priceSuggestion.useQuery({ inquiryId });
  if (!data) return null;
  const { suggested, p25, p75, explanation, createdAt } = data;
  return (
    <dl className="grid gap-1">
      <dt className="text-muted">Suggested price</dt>
      <dd className="min-w-0">
        {suggested === null || p25 === null || p75 === null ? (
          <p>No suggestion: {explanation}.</p>
        ) : (
          <>
            <p>
              <b className="font-semibold tabular-nums">{formatPrice(suggested)}</b>{' '}
              <span className="text-muted">
                suggestion only, usually {p25 === p75 ? formatPrice(p25) : `${formatPrice(p25)} to ${formatPrice(p75)}`}
              </span>
            </p>
            <details>
              <summary className="inline-flex min-h-11 items-center text-pine-700 underline underline-offset-4 lg:min-h-8">
                How it was calculated
              </summary>
              <p className="[overflow-wrap:anywhere]">{explanation}</p>
              <p className="text-muted text-sm">
                As of{' '}
                <time key="received" dateTime={createdAt}>
                  {formatTimestamp(createdAt)}
                </time>
              </p>
            </details>
          </>
        )}
      </dd>
    </dl>
  );
}
