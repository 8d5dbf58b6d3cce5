import { DaySteps } from '../../../ui/day-steps';
import { FilterPills } from '../../../ui/filter-pills';
import { isCalendarDay } from './bookings-search';

type CalendarControlsProps = { view: 'day' | 'week'; date: string; onView: (view: 'day' | 'week') => void; onDate: (date: string) => void };

/** Which days are shown: one or a week, the ones before and after, today, or any. */
export function CalendarControls({ view, date, onView, onDate }: CalendarControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FilterPills
        legend="Show"
        filters={[
          { value: 'day', label: 'Day' },
          { value: 'week', label: 'Week' },
        ]}
        value={view}
        onFilter={onView}
      />
      <DaySteps day={date} unit={view} onDay={onDate} />
      <label className="flex items-center gap-2 text-[15px]">
        <span className="text-muted">Day</span>
        <input
          type="date"
          value={date}
          onChange={(event) => isCalendarDay(event.target.value) && onDate(event.target.value)}
          className="min-h-11 rounded-small border border-control bg-paper px-3"
        />
      </label>
    </div>
  );
}
