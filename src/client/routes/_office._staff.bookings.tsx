import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { BookingDrawer } from '../features/booking/office/booking-drawer';
import { BookingsScreen } from '../features/booking/office/bookings-screen';
import { type BookingsSearch, readBookingsSearch } from '../features/booking/office/bookings-search';
import { useClose } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readBookingsSearch, 'booking');

export const Route = createFileRoute('/_office/_staff/bookings')({
  validateSearch: unreadSearch<BookingsSearch>(),
  head: () => ({ meta: [{ title: 'Bookings' }] }),
  component: Bookings,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  return (
    <BookingsScreen
      search={search}
      onSearch={(next) => void navigate({ search: ({ booking }) => ({ booking, ...next }), replace: next.q !== search.q })}
    />
  );
});

function Bookings() {
  const search = Route.useSearch({ select: readBookingsSearch });
  const close = useClose('booking');
  const { booking: id } = search;
  return (
    <>
      <List />
      {id !== undefined && <BookingDrawer key={id} id={id} onClose={close} />}
    </>
  );
}
