import { addDays, isDay } from '../../../shared/calendar-day';
import { addMonths } from '../../../shared/calendar-month';
import { getToday } from '../../clock';
import { Field } from '../../ui/public/field';

export type Period = { from: string; to: string };

export function commonPeriods(today = getToday()): readonly (readonly [name: string, Period])[] {
  const [month, year] = [`${today.slice(0, 7)}-01`, `${today.slice(0, 4)}-01-01`];
  return [
    ['This month', { from: month, to: today }],
    ['Last month', { from: addMonths(month, -1), to: addDays(month, -1) }],
    ['This year', { from: year, to: today }],
    ['Last year', { from: addMonths(year, -12), to: addDays(year, -1) }],
  ];
}

export const periodProblems = ({ from, to }: Period): { from?: string; to?: string } => ({
  ...(!isDay(from) && { from: 'Please choose the first day.' }),
  ...(!isDay(to) && { to: 'Please choose the last day.' }),
  ...(isDay(from) && isDay(to) && to < from && { to: 'The last day must not be before the first.' }),
});

type ReportPeriodProps = { period: Period; areProblemsShown: boolean; onPeriod: (period: Period) => void };

export function ReportPeriod({ period, areProblemsShown, onPeriod }: ReportPeriodProps) {
  const problems = areProblemsShown ? periodProblems(period) : {};
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Period</legend>
        {commonPeriods().map(([name, days]) => (
          <button
            key={name}
            type="button"
            aria-pressed={days.from === period.from && days.to === period.to}
            className="min-h-11 rounded-full px-3 font-semibold text-[15px] text-muted hover:bg-sage-100 aria-pressed:bg-pine-900 aria-pressed:text-white lg:min-h-9"
            onClick={() => onPeriod(days)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? 'From' : 'To'} isRequired error={problems[end]}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={period[end]}
                onChange={(event) => onPeriod({ ...period, [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  );
}
