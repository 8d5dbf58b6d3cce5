import { addDays } from '../../../../shared/calendar-day';
import { FilterPills } from '../../../ui/filter-pills';
import { today } from './booking-days';
import { isCalendarDay } from './bookings-search';

type CalendarControlsProps = { view: 'day' | 'week'; date: string; onView: (view: 'day' | 'week') => void; onDate: (date: string) => void };

/** Which days are shown: one or a week, the ones before and after, today, or any. */
export function CalendarControls({ view, date, onView, onDate }: CalendarControlsProps) {
  const step = view === 'week' ? 7 : 1;
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
      <div className="flex items-center gap-2">
        <StepButton label={`Previous ${view}`} arrow="←" onPress={() => onDate(addDays(date, -step))} />
        <button type="button" className="button-ghost" onClick={() => onDate(today())}>
          Today
        </button>
        <StepButton label={`Next ${view}`} arrow="→" onPress={() => onDate(addDays(date, step))} />
      </div>
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

const StepButton = ({ label, arrow, onPress }: { label: string; arrow: string; onPress: () => void }) => (
  <button type="button" aria-label={label} className="button-ghost size-11 px-0" onClick={onPress}>
    <span aria-hidden="true">{arrow}</span>
  </button>
);
