import { createFileRoute } from '@tanstack/react-router';
import { ClientDrawer } from '../features/clients/client-drawer';
import { ClientsScreen } from '../features/clients/clients-screen';
import { type ClientsSearch, readClientsSearch } from '../features/clients/clients-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/clients')({
  validateSearch: unreadSearch<ClientsSearch>(),
  head: () => ({ meta: [{ title: 'Clients' }] }),
  component: Clients,
});

function Clients() {
  const search = Route.useSearch({ select: readClientsSearch });
  const navigate = Route.useNavigate();
  const { client: id } = search;
  return (
    <>
      <ClientsScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        onOpen={(client) => void navigate({ search: { client } })}
      />
      {id !== undefined && (
        <ClientDrawer
          key={id}
          id={id}
          isPlanning={search.plan === 1}
          onPlanning={(isPlanning) => void navigate({ search: { ...search, plan: isPlanning ? 1 : undefined }, replace: true })}
          onClose={() => void navigate({ search: ({ client: _open, plan: _form, ...list }) => list, replace: true })}
        />
      )}
    </>
  );
}
