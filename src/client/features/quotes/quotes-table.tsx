import { formatService } from '../../../shared/dispatch';
import type { QuoteStatus } from '../../../shared/quotes';
import type { Inquiry } from '../../../shared/quotes-schemas';
import { besideList } from '../../ui/beside-list';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { type Column, DataTable } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { JobActions, StatusButton } from './quote-actions';
import type { QuotesSearch } from './quotes-search';

const TONES: Record<QuoteStatus, Tone> = { pending: 'waiting', confirmed: 'active', completed: 'good' };
export const StatusChip = ({ status }: { status: QuoteStatus }) => <Chip tone={TONES[status]}>{status}</Chip>;

const Received = ({ at }: { at: string }) => <time dateTime={at}>{formatTimestamp(at)}</time>;

const COLUMNS: readonly Column<Inquiry>[] = [
  { key: 'name', head: 'Name', cell: ({ name }) => name },
  {
    key: 'service',
    head: 'Service',
    from: 'md',
    cell: ({ serviceType, address }) => (
      <>
        <span className="block truncate">{formatService(serviceType)}</span>
        <span className="block truncate text-muted">{address ?? 'no address given'}</span>
      </>
    ),
  },
  { key: 'received', head: 'Received', from: 'lg', width: 'w-40', cell: ({ createdAt }) => <Received at={createdAt} /> },
  { key: 'status', head: 'Status', width: 'w-30', cell: ({ status }) => <StatusChip status={status} /> },
];

/** Lists the requests, each with the step that follows its status. */
export const QuotesTable = ({ list, search }: { list: PagedQuery<Inquiry>; search: QuotesSearch }) => (
  <DataTable
    name="quotes"
    title="Quote requests"
    list={list}
    columns={COLUMNS}
    about={({ name }) => name}
    open={({ id }) => besideList({ quote: id })}
    action={(inquiry) => <StatusButton inquiry={inquiry} />}
    isActionShown
    menu={(inquiry) => (
      <>
        <StatusButton inquiry={inquiry} />
        <JobActions inquiry={inquiry} />
      </>
    )}
    phone={({ name, status, serviceType, createdAt }) => [
      [name, <StatusChip key="status" status={status} />],
      [formatService(serviceType), <Received key="received" at={createdAt} />],
    ]}
    loading="Loading quote requests..."
    failed="Error loading inquiries. Please try refreshing the page."
    empty={<NoQuotes search={search} />}
  />
);

function NoQuotes({ search: { status, waiting } }: { search: QuotesSearch }) {
  const showAll = <ScreenLink to="/admin" look="button-ghost mt-2" label="Show All Requests" />;
  if (waiting)
    return (
      <EmptyState title="No request is waiting over 24 h" text="All pending requests came in within the last 24 hours.">
        {showAll}
      </EmptyState>
    );
  return (
    <EmptyState
      title={status ? `No ${status} requests` : 'No quote requests yet'}
      text={status ? 'No request has this status right now.' : 'They appear here as soon as a visitor sends the form on the landing page.'}
    >
      {status ? (
        showAll
      ) : (
        <a href="/" className="button-ghost mt-2">
          Open Your Website
        </a>
      )}
    </EmptyState>
  );
}
