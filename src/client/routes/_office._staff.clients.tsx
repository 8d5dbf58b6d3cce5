import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { ClientDrawer } from '../features/clients/client-drawer';
import { ClientsScreen } from '../features/clients/clients-screen';
import { type ClientsSearch, readClientsSearch } from '../features/clients/clients-search';
import { useClose } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readClientsSearch, 'client', 'plan');

export const Route = createFileRoute('/_office/_staff/clients')({
  validateSearch: unreadSearch<ClientsSearch>(),
  head: () => ({ meta: [{ title: 'Clients' }] }),
  component: Clients,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  return (
    <ClientsScreen
      search={search}
      onSearch={(next) => void navigate({ search: ({ client, plan }) => ({ client, plan, ...next }), replace: true })}
      onOpen={(client) => void navigate({ search: { client }, replace: true })}
    />
  );
});

function Clients() {
  const search = Route.useSearch({ select: readClientsSearch });
  const close = useClose('client', 'plan');
  const navigate = Route.useNavigate();
  const { client: id } = search;
  return (
    <>
      <List />
      {id !== undefined && (
        <ClientDrawer
          key={id}
          id={id}
          isPlanning={search.plan === 1}
          onPlanning={(isPlanning) =>
            void navigate({ search: { ...search, plan: isPlanning ? 1 : undefined }, replace: true, state: true })
          }
          onClose={close}
        />
      )}
    </>
  );
}
