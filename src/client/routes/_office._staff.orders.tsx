import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { StoreOrderDetails } from '../features/store/office/order-details';
import { OrdersScreen } from '../features/store/office/orders-screen';
import { type OrdersSearch, readOrdersSearch } from '../features/store/office/orders-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/orders')({
  validateSearch: unreadSearch<OrdersSearch>(),
  head: () => ({ meta: [{ title: 'Orders' }] }),
  component: Orders,
});

const route = getRouteApi('/_office/_staff/orders');

function Orders() {
  const search = route.useSearch({ select: readOrdersSearch });
  const navigate = route.useNavigate();
  if (search.order !== undefined) return <StoreOrderDetails orderNumber={search.order} />;
  return <OrdersScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
