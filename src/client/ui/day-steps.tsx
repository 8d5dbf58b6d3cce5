import { addDays } from '../../shared/calendar-day';
import { getToday } from '../clock';
import { Button } from './button';

export function DaySteps({ day, unit = 'day', onDay }: { day: string; unit?: 'day' | 'week'; onDay: (day: string) => void }) {
  const days = unit === 'week' ? 7 : 1;
  return (
    <div className="flex items-center gap-2">
      <StepButton label={`Previous ${unit}`} arrow="←" onPress={() => onDay(addDays(day, -days))} />
      <Button label="Today" onPress={() => onDay(getToday())} />
      <StepButton label={`Next ${unit}`} arrow="→" onPress={() => onDay(addDays(day, days))} />
    </div>
  );
}

const StepButton = ({ label, arrow, onPress }: { label: string; arrow: string; onPress: () => void }) => (
  <button type="button" aria-label={label} className="button-ghost size-11 px-0" onClick={onPress}>
    <span aria-hidden="true">{arrow}</span>
  </button>
);
