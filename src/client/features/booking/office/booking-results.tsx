import { trpc } from '../../../trpc';
import { LoadMore } from '../../../ui/load-more';
import { getRows, PAGED } from '../../../ui/paged-list';
import { hasOnlyShortWords } from '../../../ui/short-words';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states';
import { BookingCard } from './booking-card';

const PAGE = 25;
const HINT = 'Try a part of the name, the e-mail address, the phone number or the reference.';
/** The server looks for words too short for its search index among the newest bookings only. */
const ONLY_NEWEST = 'Words of one or two letters are searched in the newest 2,000 bookings only.';

/** Shows the bookings of any day that match a name, e-mail address, phone number or reference. */
export function BookingResults({ q }: { q: string }) {
  const list = trpc.booking.search.useInfiniteQuery({ search: q, limit: PAGE }, PAGED);
  const bookings = getRows(list);
  return (
    <section aria-labelledby="results-title" className="grid gap-3">
      <h2 id="results-title" className="font-bold text-xl">
        Found for “{q}”
      </h2>
      {list.isPending && <ListSkeleton label="Looking for bookings..." />}
      {list.isError && <ErrorState text="The bookings could not be searched." onRetry={() => void list.refetch()} />}
      {list.isSuccess && bookings.length === 0 && (
        <EmptyState title="No bookings match" text={hasOnlyShortWords(q) ? `${ONLY_NEWEST} ${HINT}` : HINT} />
      )}
      <ul className="grid gap-2 empty:hidden">
        {bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} hasTime />
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  );
}
