import { addDays } from '../../shared/calendar-day';

type DayStepsProps = { day: string; today: string; onDay: (day: string) => void };

/** The day before, today, and the day after. */
export const DaySteps = ({ day, today, onDay }: DayStepsProps) => (
  <div className="flex items-center gap-2">
    <StepButton label="Previous day" arrow="←" onPress={() => onDay(addDays(day, -1))} />
    <button type="button" className="button-ghost" onClick={() => onDay(today)}>
      Today
    </button>
    <StepButton label="Next day" arrow="→" onPress={() => onDay(addDays(day, 1))} />
  </div>
);

const StepButton = ({ label, arrow, onPress }: { label: string; arrow: string; onPress: () => void }) => (
  <button type="button" aria-label={label} className="button-ghost size-11 px-0" onClick={onPress}>
    <span aria-hidden="true">{arrow}</span>
  </button>
);
