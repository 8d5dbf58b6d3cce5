import { useState } from 'react';
import type { ClientStatus } from '../../../shared/client-status';
import { trpc } from '../../trpc';
import { FilterPills } from '../../ui/filter-pills';
import { LoadMore } from '../../ui/load-more';
import { getRows, PAGED } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { SearchBox } from '../../ui/search-box';
import { hasShortWord } from '../../ui/short-words';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { CLIENT_COLUMNS, ClientRow } from './client-row';
import type { ClientsSearch } from './clients-search';
import { NewClient } from './new-client';

const STATUSES: readonly (readonly [ClientStatus | undefined, string])[] = [
  [undefined, 'All'],
  ['lead', 'Lead'],
  ['one-time', 'One-time'],
  ['recurring', 'Recurring'],
  ['lapsed', 'Lapsed'],
];
const PAGE = 25;
/** The limit of the server for words too short for its search table. */
const ONLY_NEWEST = 'Words of one or two letters are looked for among the newest 5,000 clients only.';

type ClientsScreenProps = { search: ClientsSearch; onSearch: (search: ClientsSearch) => void; onOpen: (id: number) => void };

export function ClientsScreen({ search, onSearch, onOpen }: ClientsScreenProps) {
  const [isAdding, setIsAdding] = useState(false);
  const { status, q } = search;
  const list = trpc.clients.list.useInfiniteQuery({ limit: PAGE, ...(status && { status }), ...(q && { search: q }) }, PAGED);
  const clients = getRows(list);
  const isEmpty = list.isSuccess && clients.length === 0;
  return (
    <>
      <ScreenHeader title="Clients" text="Your clients, how to reach them, and their history with you.">
        <button type="button" className="button-primary" onClick={() => setIsAdding(true)}>
          <span aria-hidden="true">+</span> New Client
        </button>
      </ScreenHeader>
      <NewClient isOpen={isAdding} onOpenChange={setIsAdding} onAdded={onOpen} />
      <Filters search={search} onSearch={onSearch} />
      {list.isPending && <ListSkeleton label="Loading clients..." />}
      {list.isError && <ErrorState text="The clients could not be loaded." onRetry={() => void list.refetch()} />}
      {isEmpty && !list.hasNextPage && <NoClients search={search} onShowAll={() => onSearch({})} onAdd={() => setIsAdding(true)} />}
      {isEmpty && list.hasNextPage && <p className="text-muted">None among the clients looked through so far; there are older ones.</p>}
      {clients.length > 0 && (
        <section aria-labelledby="clients-title" className="grid gap-2">
          <h2 id="clients-title" className="sr-only">
            The list
          </h2>
          <div aria-hidden="true" className={`hidden px-5 text-muted text-sm lg:grid ${CLIENT_COLUMNS}`}>
            {['Client', 'Address', 'Status', 'Jobs', 'Last job', 'Next job'].map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          <ul className="grid gap-2.5">
            {clients.map((client) => (
              <ClientRow key={client.id} client={client} />
            ))}
          </ul>
        </section>
      )}
      <LoadMore list={list} />
    </>
  );
}

const Filters = ({ search, onSearch }: Pick<ClientsScreenProps, 'search' | 'onSearch'>) => (
  <div className="grid gap-3">
    <SearchBox
      label="Search clients"
      placeholder="Search name, e-mail, phone or address"
      value={search.q ?? ''}
      onSearch={(q) => onSearch({ ...search, q: q || undefined })}
      className="max-w-xl"
    />
    <FilterPills
      legend="Status"
      filters={STATUSES.map(([value, label]) => ({ value, label }))}
      value={search.status}
      onFilter={(status) => onSearch({ ...search, status })}
    />
  </div>
);

type NoClientsProps = { search: ClientsSearch; onShowAll: () => void; onAdd: () => void };

function NoClients({ search: { status, q }, onShowAll, onAdd }: NoClientsProps) {
  if (!status && !q)
    return (
      <EmptyState
        heading="h2"
        title="No clients yet"
        text="They appear here by themselves when you confirm a quote request or a visitor books. You can also add one by hand."
        action="Add a Client"
        onAction={onAdd}
        look="button-dark"
      />
    );
  const text = q ? `Nobody was found for “${q}”.${hasShortWord(q) ? ` ${ONLY_NEWEST}` : ''}` : 'No client has this status right now.';
  return <EmptyState heading="h2" title="No clients match" text={text} action="Show All Clients" onAction={onShowAll} />;
}
