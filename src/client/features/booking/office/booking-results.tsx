import { trpc } from '../../../trpc';
import { PAGED, PagedList } from '../../../ui/paged-list';
import { hasOnlyShortWords } from '../../../ui/short-words';
import { EmptyState } from '../../../ui/states';
import { BookingCard } from './booking-card';

const PAGE = 25;
const HINT = 'Try a part of the name, the e-mail address, the phone number or the reference.';
/** The server looks for words too short for its search index among the newest bookings only. */
const ONLY_NEWEST = 'Words of one or two letters are searched in the newest 2,000 bookings only.';

export function BookingResults({ q }: { q: string }) {
  const list = trpc.booking.search.useInfiniteQuery({ search: q, limit: PAGE }, PAGED);
  return (
    <section aria-labelledby="results-title" className="grid gap-3">
      <h2 id="results-title" className="font-bold text-xl">
        Found for “{q}”
      </h2>
      <PagedList
        list={list}
        loading="Looking for bookings..."
        failed="The bookings could not be searched."
        empty={<EmptyState title="No bookings match" text={hasOnlyShortWords(q) ? `${ONLY_NEWEST} ${HINT}` : HINT} />}
        layout="grid gap-2"
      >
        {(booking) => <BookingCard key={booking.id} booking={booking} hasTime />}
      </PagedList>
    </section>
  );
}
