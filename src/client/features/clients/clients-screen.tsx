import { useState } from 'react';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { FilterPills } from '../../ui/filter-pills';
import { ColumnNames, PAGED, PagedList } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { SearchBox } from '../../ui/search-box';
import { formatNothingFound } from '../../ui/short-search';
import { EmptyState } from '../../ui/states';
import { CLIENT_COLUMNS, ClientRow } from './client-row';
import type { ClientsSearch } from './clients-search';
import { NewClient } from './new-client';

const STATUSES = [
  { value: undefined, label: 'All' },
  { value: 'lead', label: 'Lead' },
  { value: 'one-time', label: 'One-time' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'lapsed', label: 'Lapsed' },
] as const;
const PAGE = 25;

type ClientsScreenProps = { search: ClientsSearch; onSearch: (search: ClientsSearch) => void; onOpen: (id: number) => void };

export function ClientsScreen({ search, onSearch, onOpen }: ClientsScreenProps) {
  const [isAdding, setIsAdding] = useState(false);
  const { status, q } = search;
  const list = trpc.clients.list.useInfiniteQuery({ limit: PAGE, ...(status && { status }), ...(q && { search: q }) }, PAGED);
  return (
    <>
      <ScreenHeader title="Clients" text="Your clients, how to reach them, and their history with you.">
        <Button isNew look="button-primary" label="New Client" onPress={() => setIsAdding(true)} />
      </ScreenHeader>
      <NewClient isOpen={isAdding} onOpenChange={setIsAdding} onAdded={onOpen} />
      <Filters search={search} onSearch={onSearch} />
      <PagedList
        list={list}
        loading="Loading clients..."
        failed="The clients could not be loaded."
        empty={
          list.hasNextPage ? (
            <p className="text-muted">No match among the clients searched so far. Load more to search older ones.</p>
          ) : (
            <NoClients search={search} onShowAll={() => onSearch({})} onAdd={() => setIsAdding(true)} />
          )
        }
        title="The list"
        layout="grid gap-2.5"
        head={<ColumnNames names={['Client', 'Address', 'Status', 'Jobs', 'Last job', 'Next job']} columns={CLIENT_COLUMNS} />}
      >
        {(client) => <ClientRow key={client.id} client={client} />}
      </PagedList>
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
    <FilterPills legend="Status" filters={STATUSES} value={search.status} onFilter={(status) => onSearch({ ...search, status })} />
  </div>
);

type NoClientsProps = { search: ClientsSearch; onShowAll: () => void; onAdd: () => void };

function NoClients({ search: { status, q }, onShowAll, onAdd }: NoClientsProps) {
  if (!status && !q)
    return (
      <EmptyState
        heading="h2"
        title="No clients yet"
        text="A client is added when you confirm a quote request or when a visitor books. You can also add one by hand."
        action="Add a Client"
        onAction={onAdd}
        look="button-dark"
      />
    );
  const text = q ? formatNothingFound(q, 'clients') : 'No client has this status right now.';
  return <EmptyState heading="h2" title="No clients match" text={text} action="Show All Clients" onAction={onShowAll} />;
}
