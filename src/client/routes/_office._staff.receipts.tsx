import { createFileRoute } from '@tanstack/react-router';
import { type ReceiptsSearch, readReceiptsSearch } from '../features/invoices/invoices-search';
import { ReceiptDrawer } from '../features/invoices/receipt-drawer';
import { NewReceipt } from '../features/invoices/receipt-form';
import { ReceiptsScreen } from '../features/invoices/receipts-screen';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/receipts')({
  validateSearch: unreadSearch<ReceiptsSearch>(),
  head: () => ({ meta: [{ title: 'Receipt Management' }] }),
  component: Receipts,
});

function Receipts() {
  const search = Route.useSearch({ select: readReceiptsSearch });
  const navigate = Route.useNavigate();
  if (search.new) return <NewReceipt key={search.refund} refund={search.refund} onDone={() => void navigate({ search: {} })} />;
  const { receipt: id } = search;
  return (
    <>
      <ReceiptsScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        onCreate={() => void navigate({ search: { new: 1 } })}
      />
      {id !== undefined && (
        <ReceiptDrawer key={id} id={id} onClose={() => void navigate({ search: ({ receipt: _open, ...list }) => list, replace: true })} />
      )}
    </>
  );
}
