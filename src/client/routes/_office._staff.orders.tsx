import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { OrderDrawer } from '../features/store/office/order-drawer';
import { OrdersScreen } from '../features/store/office/orders-screen';
import { type OrdersSearch, readOrdersSearch } from '../features/store/office/orders-search';
import { useClose } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readOrdersSearch, 'order');

export const Route = createFileRoute('/_office/_staff/orders')({
  validateSearch: unreadSearch<OrdersSearch>(),
  head: () => ({ meta: [{ title: 'Orders' }] }),
  component: Orders,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  return (
    <OrdersScreen search={search} onSearch={(next) => void navigate({ search: ({ order }) => ({ order, ...next }), replace: true })} />
  );
});

function Orders() {
  const search = Route.useSearch({ select: readOrdersSearch });
  const close = useClose('order');
  return (
    <>
      <List />
      {search.order !== undefined && <OrderDrawer key={search.order} orderNumber={search.order} onClose={close} />}
    </>
  );
}
