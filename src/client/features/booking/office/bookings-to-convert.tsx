import { trpc } from '../../../trpc';
import { LoadMore } from '../../../ui/load-more';
import { getRows, PAGED } from '../../../ui/paged-list';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states';
import { BookingCard } from './booking-card';
import { CreateWorkOrder } from './create-work-order';

const PAGE = 25;

/** Lists confirmed bookings without a live job, newest first, each with a button to create it. */
export function BookingsToConvert() {
  const list = trpc.booking.toConvert.useInfiniteQuery({ limit: PAGE }, PAGED);
  const bookings = getRows(list);
  return (
    <section aria-labelledby="convert-title" className="grid gap-3">
      <div>
        <h2 id="convert-title" className="font-bold text-xl">
          Bookings without a live job
        </h2>
        <p className="text-muted">Confirmed bookings whose job is missing. Create the work order to assign someone.</p>
      </div>
      {list.isPending && <ListSkeleton label="Loading bookings..." />}
      {list.isError && <ErrorState text="The bookings could not be loaded." onRetry={() => void list.refetch()} />}
      {list.isSuccess && bookings.length === 0 && (
        <EmptyState title="No bookings without a live job" text="Every confirmed booking has its work order." />
      )}
      <ul className="grid gap-2 empty:hidden">
        {bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} hasTime>
            <CreateWorkOrder booking={booking} isInList />
          </BookingCard>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  );
}
