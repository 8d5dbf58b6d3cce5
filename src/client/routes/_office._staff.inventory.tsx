import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { InventoryForms, InventoryScreen } from '../features/inventory/inventory-screen';
import { type InventorySearch, readInventorySearch } from '../features/inventory/inventory-search';
import { OpenedProduct } from '../features/inventory/product-list';
import { useClose, useOpen } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readInventorySearch, 'product');

export const Route = createFileRoute('/_office/_staff/inventory')({
  validateSearch: unreadSearch<InventorySearch>(),
  head: () => ({ meta: [{ title: 'Inventory Management' }] }),
  component: Inventory,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  const open = useOpen();
  return (
    <InventoryScreen
      search={search}
      onSearch={(next) => void navigate({ search: ({ product }) => ({ product, ...next }), replace: true, resetScroll: false })}
      onOpen={(product) => open({ product })}
    />
  );
});

function Inventory() {
  const { product } = Route.useSearch({ select: readInventorySearch });
  const close = useClose('product');
  return (
    <InventoryForms>
      <List />
      <OpenedProduct screen="/inventory" product={product} onClose={close} />
    </InventoryForms>
  );
}
