import { createFileRoute } from '@tanstack/react-router';
import { readStockSearch, type StockSearch } from '../features/inventory/inventory-search';
import { StockScreen } from '../features/inventory/stock-screen';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/stock')({
  validateSearch: unreadSearch<StockSearch>(),
  head: () => ({ meta: [{ title: 'Stock History' }] }),
  component: Stock,
});

function Stock() {
  const { product } = Route.useSearch({ select: readStockSearch });
  return <StockScreen productId={product} />;
}
