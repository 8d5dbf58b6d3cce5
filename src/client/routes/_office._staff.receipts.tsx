import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { type ReceiptsSearch, readReceiptsSearch } from '../features/invoices/invoices-search';
import { ReceiptDrawer } from '../features/invoices/receipt-drawer';
import { NewReceipt } from '../features/invoices/receipt-form';
import { ReceiptsScreen } from '../features/invoices/receipts-screen';
import { IN_PLACE_OF_LIST, useClose } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readReceiptsSearch, 'receipt');

export const Route = createFileRoute('/_office/_staff/receipts')({
  validateSearch: unreadSearch<ReceiptsSearch>(),
  head: () => ({ meta: [{ title: 'Receipt Management' }] }),
  component: Receipts,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  return (
    <ReceiptsScreen
      search={search}
      onSearch={(next) => void navigate({ search: ({ receipt }) => ({ receipt, ...next }), replace: true })}
      onCreate={() => void navigate({ search: { ...search, new: 1 }, ...IN_PLACE_OF_LIST })}
    />
  );
});

function Receipts() {
  const search = Route.useSearch({ select: readReceiptsSearch });
  const close = useClose('receipt');
  const closeForm = useClose('new', 'refund');
  if (search.new) return <NewReceipt key={search.refund} refund={search.refund} onDone={closeForm} />;
  const { receipt: id } = search;
  return (
    <>
      <List />
      {id !== undefined && <ReceiptDrawer key={id} id={id} onClose={close} />}
    </>
  );
}
