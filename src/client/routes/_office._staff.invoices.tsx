import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { EditInvoice } from '../features/invoices/edit-invoice';
import { InvoiceDrawer } from '../features/invoices/invoice-drawer';
import { InvoicesScreen } from '../features/invoices/invoices-screen';
import { type InvoicesSearch, readInvoicesSearch } from '../features/invoices/invoices-search';
import { NewInvoice } from '../features/invoices/new-invoice';
import { useClose } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readInvoicesSearch, 'invoice');

export const Route = createFileRoute('/_office/_staff/invoices')({
  validateSearch: unreadSearch<InvoicesSearch>(),
  head: () => ({ meta: [{ title: 'Invoice Management' }] }),
  component: Invoices,
});

/** The list, which stays as it is drawn while a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  return (
    <InvoicesScreen
      search={search}
      onSearch={(next) => void navigate({ search: ({ invoice }) => ({ invoice, ...next }), replace: true })}
      onCreate={() => void navigate({ search: { ...search, new: 1 } })}
    />
  );
});

function Invoices() {
  const search = Route.useSearch({ select: readInvoicesSearch });
  const close = useClose('invoice');
  const navigate = Route.useNavigate();
  const { invoice: id } = search;
  const showList = () => void navigate({ search: ({ new: _form, order: _job, booking: _visit, ...list }) => list });
  const { order, booking } = search;
  if (search.new) return <NewInvoice key={`${order}-${booking}`} order={order} booking={booking} onDone={showList} />;
  if (id !== undefined && search.edit)
    return <EditInvoice key={id} id={id} onDone={() => void navigate({ search: ({ edit: _form, ...shown }) => shown })} />;
  return (
    <>
      <List />
      {id !== undefined && <InvoiceDrawer key={id} id={id} onClose={close} />}
    </>
  );
}
