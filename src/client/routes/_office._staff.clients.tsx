import { createFileRoute } from '@tanstack/react-router';
import { ClientDetails } from '../features/clients/client-details';
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
  if (search.client !== undefined)
    return (
      <ClientDetails
        key={search.client}
        id={search.client}
        isPlanning={search.plan === 1}
        onPlanning={(isPlanning) => void navigate({ search: { ...search, plan: isPlanning ? 1 : undefined }, replace: true })}
      />
    );
  return (
    <ClientsScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      onOpen={(client) => void navigate({ search: { client } })}
    />
  );
}
