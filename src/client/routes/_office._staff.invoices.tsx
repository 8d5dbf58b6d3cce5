import { createFileRoute } from '@tanstack/react-router';
import { EditInvoice } from '../features/invoices/edit-invoice';
import { InvoiceDrawer } from '../features/invoices/invoice-drawer';
import { InvoicesScreen } from '../features/invoices/invoices-screen';
import { type InvoicesSearch, readInvoicesSearch } from '../features/invoices/invoices-search';
import { NewInvoice } from '../features/invoices/new-invoice';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/invoices')({
  validateSearch: unreadSearch<InvoicesSearch>(),
  head: () => ({ meta: [{ title: 'Invoice Management' }] }),
  component: Invoices,
});

function Invoices() {
  const search = Route.useSearch({ select: readInvoicesSearch });
  const navigate = Route.useNavigate();
  const { invoice: id } = search;
  const showList = () => void navigate({ search: {} });
  const { order, booking } = search;
  if (search.new) return <NewInvoice key={`${order}-${booking}`} order={order} booking={booking} onDone={showList} />;
  if (id !== undefined && search.edit) return <EditInvoice key={id} id={id} onDone={() => void navigate({ search: { invoice: id } })} />;
  return (
    <>
      <InvoicesScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        onCreate={() => void navigate({ search: { new: 1 } })}
      />
      {id !== undefined && (
        <InvoiceDrawer key={id} id={id} onClose={() => void navigate({ search: ({ invoice: _open, ...list }) => list, replace: true })} />
      )}
    </>
  );
}
