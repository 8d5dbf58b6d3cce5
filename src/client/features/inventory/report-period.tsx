import { isDay } from '../../../shared/calendar-day';
import { getToday } from '../../clock';
import { Field } from '../../ui/public/field';

/** The days of a statement, first and last included. */
export type Period = { from: string; to: string };

const lastOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
const month = (year: number, number: number): Period => ({
  from: `${year}-${String(number).padStart(2, '0')}-01`,
  to: lastOfMonth(year, number),
});

export function commonPeriods(today = getToday()): readonly (readonly [name: string, Period])[] {
  const [year = 0, number = 0] = today.split('-').map(Number);
  return [
    ['This month', { from: `${today.slice(0, 7)}-01`, to: today }],
    ['Last month', number === 1 ? month(year - 1, 12) : month(year, number - 1)],
    ['This year', { from: `${year}-01-01`, to: today }],
    ['Last year', { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }],
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
        <Field label="From" isRequired error={problems.from}>
          {(control) => (
            <input {...control} type="date" value={period.from} onChange={(event) => onPeriod({ ...period, from: event.target.value })} />
          )}
        </Field>
        <Field label="To" isRequired error={problems.to}>
          {(control) => (
            <input {...control} type="date" value={period.to} onChange={(event) => onPeriod({ ...period, to: event.target.value })} />
          )}
        </Field>
      </div>
    </div>
  );
}
