import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
import { isDay } from '../../shared/calendar-day';
import { MOST_WEEKS } from '../../shared/plans';
import { WEEKDAYS } from '../../shared/time';
import { Field } from './public/field';
import { REPEAT_NAMES, type Repeat, type RepeatChoice, startRepeat } from './repeat';

/** Monday first, as the weeks of a plan. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];
const NTHS = [
  [1, 'First'],
  [2, 'Second'],
  [3, 'Third'],
  [4, 'Fourth'],
  [5, 'Fifth'],
  [-1, 'Last'],
] as const;

type RepeatFieldProps = {
  value: Repeat;
  onChange: (value: Repeat) => void;
  /** The first day, whose weekday a custom repeat begins with. */
  day: string;
  /** The choices in order. */
  choices: readonly RepeatChoice[];
  hint?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
  name?: string;
  onBlur?: () => void;
};

/** Asks how often a visit repeats: one of the usual ways, or every so many weeks on some weekdays, or once a month. */
export function RepeatField({ value, onChange, day, choices, hint, error, ...control }: RepeatFieldProps) {
  const { choice, rule } = value;
  const choose = (next: RepeatChoice) => onChange(next === 'custom' && isDay(day) ? startRepeat(next, day) : { choice: next, rule });
  const setRule = (change: Partial<Repeat['rule']>) => onChange({ choice, rule: { ...rule, ...change } });
  return (
    <div className="grid gap-3">
      <Field label="Repeat" hint={hint} error={error}>
        {(attributes) => (
          <select {...attributes} {...control} value={choice} onChange={(event) => choose(event.target.value as RepeatChoice)}>
            {choices.map((name) => (
              <option key={name} value={name}>
                {REPEAT_NAMES[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {choice === 'custom' && (
        <fieldset className="grid gap-3 rounded-small border border-line p-4">
          <legend className="sr-only">Custom repeat</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            <Choice
              label="Unit"
              value={rule.kind}
              options={[
                ['weekly', 'Weeks'],
                ['monthly', 'Months'],
              ]}
              onChange={(kind) => setRule({ kind: kind === 'monthly' ? 'monthly' : 'weekly' })}
            />
            {rule.kind === 'weekly' && (
              <Field label="Weeks between visits" hint="1 is every week, 2 every second week.">
                {(attributes) => (
                  <input
                    {...attributes}
                    type="number"
                    min={1}
                    max={MOST_WEEKS}
                    value={rule.weeks}
                    onChange={(event) => setRule({ weeks: event.target.value })}
                  />
                )}
              </Field>
            )}
          </div>
          {rule.kind === 'weekly' ? (
            <Weekdays chosen={rule.weekdays} onChange={(weekdays) => setRule({ weekdays })} />
          ) : (
            <div className="grid grid-cols-2 gap-3">
              <Choice label="Which one" value={rule.nth} options={NTHS} onChange={(nth) => setRule({ nth: Number(nth) })} />
              <Choice
                label="Weekday"
                value={rule.weekday}
                options={WEEK.map((weekday) => [weekday, WEEKDAYS[weekday] ?? ''] as const)}
                onChange={(weekday) => setRule({ weekday: Number(weekday) })}
              />
            </div>
          )}
        </fieldset>
      )}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string | number;
  options: readonly (readonly [value: string | number, name: string])[];
  onChange: (value: string) => void;
};

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Field label={label}>
    {(attributes) => (
      <select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

type WeekdaysProps = { chosen: readonly number[]; onChange: (weekdays: number[]) => void };

function Weekdays({ chosen, onChange }: WeekdaysProps): ReactNode {
  const toggle = (weekday: number) =>
    onChange(chosen.includes(weekday) ? chosen.filter((other) => other !== weekday) : [...chosen, weekday]);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold text-[15px]">On</legend>
      <div className="mt-1.5 grid grid-cols-7 gap-1">
        {WEEK.map((weekday) => (
          <label
            key={weekday}
            className={clsx(
              'grid min-h-11 cursor-pointer place-items-center rounded-small border font-semibold text-sm has-focus-visible:outline-2 has-focus-visible:outline-pine-600 has-focus-visible:outline-offset-2',
              chosen.includes(weekday) ? 'border-pine-900 bg-pine-900 text-white' : 'border-control bg-paper hover:bg-sage-100',
            )}
          >
            <input type="checkbox" className="sr-only" checked={chosen.includes(weekday)} onChange={() => toggle(weekday)} />
            <span aria-hidden="true">{WEEKDAYS[weekday]?.slice(0, 2)}</span>
            <span className="sr-only">{WEEKDAYS[weekday]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
