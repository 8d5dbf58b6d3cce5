import type { ReactNode } from 'react';
import type { StaffBooking } from '../../../../shared/booking-schemas';
import { trpc } from '../../../trpc';
import { PAGED, PagedList, type PagedQuery } from '../../../ui/paged-list';
import { hasOnlyShortWords } from '../../../ui/short-search';
import { EmptyState } from '../../../ui/states';
import { CreateWorkOrder } from './booking-actions';
import { BookingCard } from './booking-card';

const PAGE = 25;
const HINT = 'Try a part of the name, the e-mail address, the phone number or the reference.';
/** The server looks for words too short for its search index among the newest bookings only. */
const ONLY_NEWEST = 'Words of one or two letters are searched in the newest 2,000 bookings only.';

type BookingListProps = {
  title: string;
  text?: string;
  list: PagedQuery<StaffBooking>;
  loading: string;
  failed: string;
  empty: ReactNode;
  /** The button of a booking. */
  action?: (booking: StaffBooking) => ReactNode;
};

const BookingList = ({ title, text, action, ...states }: BookingListProps) => (
  <section aria-labelledby="list-title" className="grid gap-3">
    <div>
      <h2 id="list-title" className="font-bold text-xl">
        {title}
      </h2>
      {text && <p className="text-muted">{text}</p>}
    </div>
    <PagedList {...states} layout="grid gap-2">
      {(booking) => (
        <BookingCard key={booking.id} booking={booking} hasTime>
          {action?.(booking)}
        </BookingCard>
      )}
    </PagedList>
  </section>
);

export function BookingResults({ q }: { q: string }) {
  const list = trpc.booking.search.useInfiniteQuery({ search: q, limit: PAGE }, PAGED);
  return (
    <BookingList
      title={`Found for “${q}”`}
      list={list}
      loading="Looking for bookings..."
      failed="The bookings could not be searched."
      empty={<EmptyState title="No bookings match" text={hasOnlyShortWords(q) ? `${ONLY_NEWEST} ${HINT}` : HINT} />}
    />
  );
}

export function BookingsToConvert() {
  const list = trpc.booking.toConvert.useInfiniteQuery({ limit: PAGE }, PAGED);
  return (
    <BookingList
      title="Bookings without a live job"
      text="Confirmed bookings whose job is missing. Create the work order to assign someone."
      list={list}
      loading="Loading bookings..."
      failed="The bookings could not be loaded."
      empty={<EmptyState title="No bookings without a live job" text="Every confirmed booking has its work order." />}
      action={(booking) => <CreateWorkOrder booking={booking} isInList />}
    />
  );
}
