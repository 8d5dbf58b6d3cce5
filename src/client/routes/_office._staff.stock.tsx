import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { StockScreen } from '../features/inventory/stock-screen';

export const Route = createFileRoute('/_office/_staff/stock')({
  // An unreadable value is set to undefined, since the router would keep a missing key's old value.
  validateSearch: (search: Record<string, unknown>): { product?: number } => ({
    product: Number.isSafeInteger(Number(search.product)) && Number(search.product) > 0 ? Number(search.product) : undefined,
  }),
  head: () => ({ meta: [{ title: 'Stock Ledger' }] }),
  component: Stock,
});

const route = getRouteApi('/_office/_staff/stock');

function Stock() {
  const { product } = route.useSearch();
  return <StockScreen productId={product} />;
}
