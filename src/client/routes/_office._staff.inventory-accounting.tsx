import { createFileRoute } from '@tanstack/react-router';
import { AccountingScreen } from '../features/inventory/accounting-screen';
import { type AccountingSearch, readAccountingSearch } from '../features/inventory/inventory-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/inventory-accounting')({
  validateSearch: unreadSearch<AccountingSearch>(),
  head: () => ({ meta: [{ title: 'Inventory & Accounting' }] }),
  component: Accounting,
});

function Accounting() {
  const search = Route.useSearch({ select: readAccountingSearch });
  const navigate = Route.useNavigate();
  return (
    <AccountingScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      onTab={(tab) => void navigate({ search: tab === 'overview' ? {} : { tab }, resetScroll: false })}
      onOpen={(product) => void navigate({ search: { ...search, product }, resetScroll: false })}
      onClose={() => void navigate({ search: ({ product: _open, ...list }) => list, replace: true, resetScroll: false })}
    />
  );
}
