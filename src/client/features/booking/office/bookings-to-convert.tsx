import { trpc } from '../../../trpc';
import { PAGED, PagedList } from '../../../ui/paged-list';
import { EmptyState } from '../../../ui/states';
import { CreateWorkOrder } from './booking-actions';
import { BookingCard } from './booking-card';

const PAGE = 25;

export function BookingsToConvert() {
  const list = trpc.booking.toConvert.useInfiniteQuery({ limit: PAGE }, PAGED);
  return (
    <section aria-labelledby="convert-title" className="grid gap-3">
      <div>
        <h2 id="convert-title" className="font-bold text-xl">
          Bookings without a live job
        </h2>
        <p className="text-muted">Confirmed bookings whose job is missing. Create the work order to assign someone.</p>
      </div>
      <PagedList
        list={list}
        loading="Loading bookings..."
        failed="The bookings could not be loaded."
        empty={<EmptyState title="No bookings without a live job" text="Every confirmed booking has its work order." />}
        layout="grid gap-2"
      >
        {(booking) => (
          <BookingCard key={booking.id} booking={booking} hasTime>
            <CreateWorkOrder booking={booking} isInList />
          </BookingCard>
        )}
      </PagedList>
    </section>
  );
}
