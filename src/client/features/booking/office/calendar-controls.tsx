import { trpc } from '../../../trpc';
import { DaySteps } from '../../../ui/day-steps';
import { FilterPills } from '../../../ui/filter-pills';
import { isUsualDay } from '../../../ui/search-params';
import type { BookingsView } from './bookings-search';

type CalendarControlsProps = {
  view: BookingsView;
  date: string;
  onView: (view: BookingsView) => void;
  onDate: (date: string) => void;
};

export function CalendarControls({ view, date, onView, onDate }: CalendarControlsProps) {
  const overview = trpc.overview.today.useQuery();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-4">
      <FilterPills
        legend="Show"
        filters={[
          { value: 'day' as const, label: 'Day' },
          { value: 'week' as const, label: 'Week' },
          { value: 'convert' as const, label: 'No Live Job', count: overview.data?.bookingsToConvert },
          { value: 'waitlist' as const, label: 'Waitlist' },
        ]}
        value={view}
        onFilter={onView}
      />
      {(view === 'day' || view === 'week') && (
        <>
          <DaySteps day={date} unit={view} onDay={onDate} />
          <label className="flex items-center gap-2 text-[15px]">
            <span className="text-muted max-sm:sr-only">Day</span>
            <input
              type="date"
              value={date}
              onChange={(event) => isUsualDay(event.target.value) && onDate(event.target.value)}
              className="min-h-11 rounded-small border border-control bg-paper px-3 max-sm:w-36 max-sm:text-sm"
            />
          </label>
        </>
      )}
    </div>
  );
}
