import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { AccountingForms, AccountingScreen } from '../features/inventory/accounting-screen';
import { type AccountingSearch, readAccountingSearch } from '../features/inventory/inventory-search';
import { OpenedProduct } from '../features/inventory/product-list';
import { useClose, useOpen } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readAccountingSearch, 'product');

export const Route = createFileRoute('/_office/_staff/inventory-accounting')({
  validateSearch: unreadSearch<AccountingSearch>(),
  head: () => ({ meta: [{ title: 'Inventory & Accounting' }] }),
  component: Accounting,
});

/** The tabs with the list. Memoized, so that they do not render again when a record opens beside them. */
const Tabs = memo(function Tabs() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  const open = useOpen();
  return (
    <AccountingScreen
      search={search}
      onSearch={(next) => void navigate({ search: ({ product }) => ({ product, ...next }), replace: true, resetScroll: false })}
      onTab={(tab) => void navigate({ search: tab === 'overview' ? {} : { tab }, resetScroll: false })}
      onOpen={(product) => open({ product })}
    />
  );
});

function Accounting() {
  const { product } = Route.useSearch({ select: readAccountingSearch });
  const close = useClose('product');
  return (
    <AccountingForms>
      <Tabs />
      <OpenedProduct screen="/inventory-accounting" product={product} onClose={close} />
    </AccountingForms>
  );
}
