import { formatDay } from '../../../../shared/time';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { ScreenHeader } from '../../../ui/screen-header';
import { SearchBox } from '../../../ui/search-box';
import { weekStart } from '../../../ui/short-day';
import { ErrorState, ListSkeleton } from '../../../ui/states';
import { BookingResults } from './booking-results';
import type { BookingsSearch } from './bookings-search';
import { BookingsToConvert } from './bookings-to-convert';
import { CalendarControls } from './calendar-controls';
import { ClosedDays } from './closed-days';
import { DayView } from './day-view';
import { WeekView } from './week-view';

type BookingsScreenProps = { search: BookingsSearch; onSearch: (search: BookingsSearch) => void };

export function BookingsScreen({ search, onSearch }: BookingsScreenProps) {
  const { view = 'day', date = getToday(), q } = search;
  return (
    <>
      <ScreenHeader title="Bookings" text="What visitors booked, and which windows they may book.">
        <SearchBox
          label="Search bookings"
          placeholder="Search name, e-mail, phone or reference"
          value={q ?? ''}
          onSearch={(text) => onSearch({ ...search, q: text || undefined })}
          className="w-full sm:w-96"
        />
      </ScreenHeader>
      {q ? (
        <BookingResults q={q} />
      ) : (
        <>
          <CalendarControls
            view={view}
            date={date}
            onView={(next) => onSearch({ ...search, view: next })}
            onDate={(next) => onSearch({ ...search, date: next })}
          />
          {view === 'convert' ? (
            <BookingsToConvert />
          ) : (
            <>
              <Calendar view={view} date={date} />
              <ClosedDays onOpen={(next) => onSearch({ view: 'day', date: next })} />
            </>
          )}
        </>
      )}
    </>
  );
}

function Calendar({ view, date }: { view: 'day' | 'week'; date: string }) {
  const from = view === 'week' ? weekStart(date) : date;
  const calendar = trpc.booking.calendar.useQuery({ from, days: view === 'week' ? 7 : 1 });
  if (calendar.isPending) return <ListSkeleton label="Loading bookings..." />;
  if (calendar.isError) return <ErrorState text="The bookings could not be loaded." onRetry={() => void calendar.refetch()} />;
  const [first] = calendar.data.days;
  if (view === 'day') return first ? <DayView day={first} /> : null;
  return (
    <section aria-labelledby="week-title" className="grid gap-3">
      <h2 id="week-title" className="font-bold text-xl">
        Week of {formatDay(from)}
      </h2>
      <WeekView days={calendar.data.days} />
    </section>
  );
}
