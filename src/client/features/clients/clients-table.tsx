import type { ReactNode } from 'react';
import type { ClientStatus } from '../../../shared/client-status';
import type { CLIENT_ORDERS, ClientRow } from '../../../shared/clients';
import { phoneHref } from '../../../shared/phone';
import { businessDay } from '../../../shared/time';
import { besideList } from '../../ui/beside-list';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { type Column, DataTable, ROW_ACTION } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { formatShortDate, formatTimestamp } from '../../ui/times';
import { ArchiveClient, ClientsInBulk } from './archive-clients';
import type { ClientsSearch } from './clients-search';

const TONES: Record<ClientStatus, Tone> = { lead: 'waiting', 'one-time': 'active', recurring: 'good', lapsed: 'bad' };
type Standing = Pick<ClientRow, 'status' | 'doNotService' | 'isActive'>;

export const ClientChips = ({ status, doNotService, isActive }: Standing) => (
  <>
    {doNotService && <Chip tone="bad">do not service</Chip>}
    <Chip tone={TONES[status]}>{status}</Chip>
    {!isActive && <Chip tone="quiet">archived</Chip>}
  </>
);

/** Shows the one chip that matters most, for the width of a phone. */
function ClientChip({ client: { status, doNotService, isActive } }: { client: Standing }) {
  if (doNotService) return <Chip tone="bad">do not service</Chip>;
  return isActive ? <Chip tone={TONES[status]}>{status}</Chip> : <Chip tone="quiet">archived</Chip>;
}

const Instant = ({ at }: { at: string }) => <time dateTime={at}>{formatTimestamp(at)}</time>;

const LastJob = ({ client: { finishedJobs, lastJobAt } }: { client: ClientRow }) =>
  lastJobAt ? (
    <>
      {finishedJobs} finished, last <time dateTime={lastJobAt}>{formatShortDate(businessDay(lastJobAt))}</time>
    </>
  ) : (
    'none finished'
  );

const COLUMNS: readonly Column<ClientRow, (typeof CLIENT_ORDERS)[number]>[] = [
  {
    key: 'client',
    head: 'Client',
    sort: 'name',
    cell: ({ name, email }) => (
      <>
        <span className="block truncate">{name}</span>
        <span className="block truncate font-normal text-muted">{email ?? 'No e-mail'}</span>
      </>
    ),
  },
  { key: 'phone', head: 'Phone', from: 'md', isOptional: true, width: 'w-36', cell: ({ phone }) => phone },
  { key: 'address', head: 'Address', from: 'xl', isOptional: true, cell: ({ address }) => address },
  {
    key: 'jobs',
    head: 'Jobs',
    from: 'lg',
    isOptional: true,
    width: 'w-50',
    cell: (client) => (
      <>
        <span className="block truncate">
          {client.nextJobAt ? (
            <>
              next <Instant at={client.nextJobAt} />
            </>
          ) : (
            'none planned'
          )}
        </span>
        <span className="block truncate text-muted">
          <LastJob client={client} />
        </span>
      </>
    ),
  },
  {
    key: 'added',
    head: 'Added',
    sort: 'added',
    from: '2xl',
    isOptional: true,
    width: 'w-28',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(businessDay(createdAt))}</time>,
  },
  {
    key: 'status',
    head: 'Status',
    width: 'w-34',
    cell: (client) => (
      <span className="flex flex-wrap gap-1">
        <ClientChips {...client} />
      </span>
    ),
  },
];

const PlanJob = ({ client: { id, name }, look }: { client: ClientRow; look?: string }) => (
  <ScreenLink
    from="/clients"
    to="/clients"
    search={(list) => ({ ...list, client: id, plan: 1 })}
    look={look}
    label="Create Work Order"
    about={name}
  />
);

type ClientsTableProps = {
  list: PagedQuery<ClientRow>;
  sort: ClientsSearch['sort'];
  onSort: (sort: ClientsSearch['sort']) => void;
  empty: ReactNode;
};

export const ClientsTable = (table: ClientsTableProps) => (
  <DataTable
    {...table}
    name="clients"
    title="Clients"
    columns={COLUMNS}
    about={({ name }) => name}
    open={({ id }) => besideList({ client: id })}
    select={{ table: 'clients', bulk: (clients, clear) => <ClientsInBulk clients={clients} onDone={clear} /> }}
    action={(client) => <PlanJob client={client} look={ROW_ACTION} />}
    menu={(client) => (
      <>
        <PlanJob client={client} />
        {client.phone && <a href={phoneHref(client.phone)}>Call</a>}
        {client.email && <a href={`mailto:${client.email}`}>Email</a>}
        <ArchiveClient client={client} />
      </>
    )}
    phone={(client) => [
      [
        <span key="name" className="truncate">
          {client.name}
        </span>,
        <ClientChip key="chip" client={client} />,
      ],
      [
        <span key="phone" className="truncate">
          {client.phone || client.email}
        </span>,
        <span key="job" className="shrink-0">
          {client.nextJobAt ? <Instant at={client.nextJobAt} /> : <LastJob client={client} />}
        </span>,
      ],
    ]}
    loading="Loading clients..."
    failed="The clients could not be loaded."
  />
);
