import { createFileRoute } from '@tanstack/react-router';
import { BookingDrawer } from '../features/booking/office/booking-drawer';
import { BookingsScreen } from '../features/booking/office/bookings-screen';
import { type BookingsSearch, readBookingsSearch } from '../features/booking/office/bookings-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/bookings')({
  validateSearch: unreadSearch<BookingsSearch>(),
  head: () => ({ meta: [{ title: 'Bookings' }] }),
  component: Bookings,
});

function Bookings() {
  const search = Route.useSearch({ select: readBookingsSearch });
  const navigate = Route.useNavigate();
  const { booking: id } = search;
  return (
    <>
      <BookingsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: next.q !== search.q })} />
      {id !== undefined && (
        <BookingDrawer key={id} id={id} onClose={() => void navigate({ search: ({ booking: _open, ...shown }) => shown, replace: true })} />
      )}
    </>
  );
}
