import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { EditInvoice } from '../features/invoices/edit-invoice';
import { InvoiceDrawer } from '../features/invoices/invoice-drawer';
import { InvoicesScreen } from '../features/invoices/invoices-screen';
import { type InvoicesSearch, readInvoicesSearch } from '../features/invoices/invoices-search';
import { NewInvoice } from '../features/invoices/new-invoice';
import { IN_PLACE_OF_LIST, useClose } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readInvoicesSearch, 'invoice');

export const Route = createFileRoute('/_office/_staff/invoices')({
  validateSearch: unreadSearch<InvoicesSearch>(),
  head: () => ({ meta: [{ title: 'Invoice Management' }] }),
  component: Invoices,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  return (
    <InvoicesScreen
      search={search}
      onSearch={(next) => void navigate({ search: ({ invoice }) => ({ invoice, ...next }), replace: true })}
      onCreate={() => void navigate({ search: { ...search, new: 1 }, ...IN_PLACE_OF_LIST })}
    />
  );
});

function Invoices() {
  const search = Route.useSearch({ select: readInvoicesSearch });
  const close = useClose('invoice');
  const closeNew = useClose('new', 'order', 'booking');
  const closeEdit = useClose('edit');
  const { invoice: id } = search;
  const { order, booking } = search;
  if (search.new) return <NewInvoice key={`${order}-${booking}`} order={order} booking={booking} onDone={closeNew} />;
  if (id !== undefined && search.edit) return <EditInvoice key={id} id={id} onDone={closeEdit} />;
  return (
    <>
      <List />
      {id !== undefined && <InvoiceDrawer key={id} id={id} onClose={close} />}
    </>
  );
}
