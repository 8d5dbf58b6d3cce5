import { getMonday } from '../../../../shared/calendar-periods';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { Loaded } from '../../../ui/loaded';
import { ScreenHeader } from '../../../ui/screen-header';
import { SearchBox } from '../../../ui/search-box';
import { formatLongDay } from '../../../ui/times';
import type { BookingsSearch } from './bookings-search';
import { BookingResults, BookingsToConvert } from './bookings-table';
import { CalendarControls } from './calendar-controls';
import { ClosedDays } from './closed-days';
import { DayView } from './day-view';
import { Waitlist } from './waitlist';
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
          ) : view === 'waitlist' ? (
            <Waitlist view={search.waitlist ?? 'open'} onView={(next) => onSearch({ ...search, waitlist: next })} />
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
  const from = view === 'week' ? getMonday(date) : date;
  const calendar = trpc.booking.calendar.useQuery({ from, days: view === 'week' ? 7 : 1 });
  return (
    <Loaded query={calendar} loading="Loading bookings..." failed="The bookings could not be loaded.">
      {({ days }) =>
        view === 'day' ? (
          days.map((day) => <DayView key={day.date} day={day} />)
        ) : (
          <section aria-labelledby="week-title" className="grid gap-3">
            <h2 id="week-title" className="font-bold text-xl">
              Week of {formatLongDay(from)}
            </h2>
            <WeekView days={days} />
          </section>
        )
      }
    </Loaded>
  );
}
