import { createFileRoute } from '@tanstack/react-router';
import { OrderDrawer } from '../features/store/office/order-drawer';
import { OrdersScreen } from '../features/store/office/orders-screen';
import { type OrdersSearch, readOrdersSearch } from '../features/store/office/orders-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/orders')({
  validateSearch: unreadSearch<OrdersSearch>(),
  head: () => ({ meta: [{ title: 'Orders' }] }),
  component: Orders,
});

function Orders() {
  const search = Route.useSearch({ select: readOrdersSearch });
  const navigate = Route.useNavigate();
  return (
    <>
      <OrdersScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
      {search.order !== undefined && (
        <OrderDrawer
          key={search.order}
          orderNumber={search.order}
          onClose={() => void navigate({ search: ({ order: _open, ...list }) => list, replace: true })}
        />
      )}
    </>
  );
}
