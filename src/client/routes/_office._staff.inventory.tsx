import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { InventoryScreen } from '../features/inventory/inventory-screen';
import { type InventorySearch, readInventorySearch } from '../features/inventory/inventory-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/inventory')({
  validateSearch: unreadSearch<InventorySearch>(),
  head: () => ({ meta: [{ title: 'Inventory Management' }] }),
  component: Inventory,
});

const route = getRouteApi('/_office/_staff/inventory');

function Inventory() {
  const search = route.useSearch({ select: readInventorySearch });
  const navigate = route.useNavigate();
  return (
    <InventoryScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      onOpen={(product) => void navigate({ search: { ...search, product }, resetScroll: false })}
    />
  );
}
