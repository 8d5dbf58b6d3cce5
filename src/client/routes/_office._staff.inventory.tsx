import { createFileRoute } from '@tanstack/react-router';
import { InventoryScreen } from '../features/inventory/inventory-screen';
import { type InventorySearch, readInventorySearch } from '../features/inventory/inventory-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/inventory')({
  validateSearch: unreadSearch<InventorySearch>(),
  head: () => ({ meta: [{ title: 'Inventory Management' }] }),
  component: Inventory,
});

function Inventory() {
  const search = Route.useSearch({ select: readInventorySearch });
  const navigate = Route.useNavigate();
  return (
    <InventoryScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      onOpen={(product) => void navigate({ search: { ...search, product }, resetScroll: false })}
      onClose={() => void navigate({ search: ({ product: _open, ...list }) => list, replace: true, resetScroll: false })}
    />
  );
}
