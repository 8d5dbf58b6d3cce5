import { addDays } from '../../shared/calendar-day';
import { getToday } from '../clock';
import { Button } from './button';

type DayStepsProps = {
  day: string;
  unit?: 'day' | 'week' | 'month';
  /** Returns the day that is one unit later, or earlier for -1; by default a day or a week. */
  step?: (day: string, direction: 1 | -1) => string;
  onDay: (day: string) => void;
};

export function DaySteps({
  day,
  unit = 'day',
  step = (from, direction) => addDays(from, direction * (unit === 'week' ? 7 : 1)),
  onDay,
}: DayStepsProps) {
  return (
    <div className="flex items-center gap-2">
      <StepButton label={`Previous ${unit}`} arrow="←" onPress={() => onDay(step(day, -1))} />
      <Button label="Today" onPress={() => onDay(getToday())} />
      <StepButton label={`Next ${unit}`} arrow="→" onPress={() => onDay(step(day, 1))} />
    </div>
  );
}

const StepButton = ({ label, arrow, onPress }: { label: string; arrow: string; onPress: () => void }) => (
  <button type="button" aria-label={label} className="button-ghost size-11 px-0" onClick={onPress}>
    <span aria-hidden="true">{arrow}</span>
  </button>
);
