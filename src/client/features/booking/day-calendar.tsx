import { clsx } from 'clsx';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { type DayButtonProps, DayPicker, type DayPickerProps, defaultDateLib, type WeekProps } from 'react-day-picker';
import { addDays, daysBetween, getWeekday } from '../../../shared/calendar-day';
import { formatDay } from '../../../shared/time';
import { InTurn } from '../../ui/public/turns';
import { lastBookableDay } from './slot-rules';

// Calendar days are text, but the picker needs instants: it gets noon in the browser's zone. With a named zone it
// would ask Intl about every day it draws, which takes a slow phone five seconds.
const toInstant = (day: string) => new Date(`${day}T12:00:00`);
const toDay = (instant: Date) =>
  [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Replaces the date-fns patterns that the picker uses for its 42 days, ten times as fast. */
const FORMATS: Record<string, (date: Date) => string> = {
  d: (date) => String(date.getDate()),
  'yyyy-MM': (date) => toDay(date).slice(0, 7),
  'yyyy-MM-dd': toDay,
  PPPP: (date) => formatDay(toDay(date)),
};
const DATE_LIB: NonNullable<DayPickerProps['dateLib']> = {
  format: (date, pattern, options) => FORMATS[pattern]?.(date) ?? defaultDateLib.format(date, pattern, options),
};

/** Returns the month to show for a day: the one on the screen if its six weeks have the day, else the day's own. */
function findMonth(day: string, shown: Date): Date {
  const first = `${toDay(shown).slice(0, 7)}-01`;
  const index = daysBetween(addDays(first, -getWeekday(first)), day);
  return index >= 0 && index < 42 ? shown : toInstant(day);
}

const MONTH_BUTTON = 'grid size-11 place-items-center rounded-full hover:bg-sage-100 aria-disabled:opacity-35';
const CLASS_NAMES = {
  month: 'grid grid-cols-[44px_1fr_44px] items-center',
  month_caption: 'text-center',
  caption_label: 'font-bold font-display text-lg',
  button_previous: MONTH_BUTTON,
  button_next: MONTH_BUTTON,
  chevron: 'size-5 fill-pine-900',
  month_grid: 'col-span-3 mt-1 w-full table-fixed border-collapse tabular-nums',
  weekday: 'h-7 font-medium text-muted text-sm',
  day: 'h-11 p-0 text-center',
  // A phone has no room for weeks without a day to pick, such as those before today.
  week: 'max-sm:not-has-[button:enabled]:hidden',
};

function Day({ className, day: _, modifiers, ...props }: DayButtonProps) {
  const { focused, selected, today, disabled, outside } = modifiers;
  const button = useRef<HTMLButtonElement>(null);
  // Moves the browser's focus before the next key press: if it moved later, two days would keep taking the focus from each other.
  useLayoutEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <button
      type="button"
      {...props}
      ref={button}
      className={clsx(
        className,
        'relative mx-auto grid size-11 place-items-center rounded-full text-[15px]',
        disabled && 'max-sm:invisible',
        selected && 'bg-pine-900 font-semibold text-white',
        !selected && !disabled && 'hover:bg-sage-200',
        !selected && (disabled ? 'cursor-default text-muted/60' : outside ? 'text-muted' : 'font-medium'),
        // Today has a dot beside its colour.
        today && 'after:absolute after:bottom-1.5 after:size-1 after:rounded-full after:bg-current',
      )}
    />
  );
}

/** A week hydrates in a turn of its own: drawing the 42 days takes a slow phone a quarter of a second. */
const Week = ({ week, ...row }: WeekProps) => (
  <InTurn turn={`week ${week.weekNumber}`}>
    <tr {...row} />
  </InTurn>
);

const COMPONENTS = { DayButton: Day, Week };

type DayCalendarProps = { today: string; day: string; onPick: (day: string) => void };

/**
 * Picks a day of the next half year, "yyyy-MM-dd" in and out. Days before the company's today and beyond the horizon are disabled; arrow
 * keys, Home, End and Page Up or Down move in it. It always shows six weeks, so that nothing below it moves; only a phone hides the days
 * that cannot be picked. The month changes only for a day that is not on the screen. It renders again only for another day.
 */
export const DayCalendar = memo(function DayCalendar(props: DayCalendarProps) {
  return (
    <InTurn turn="month">
      <Month {...props} />
    </InTurn>
  );
});

function Month({ today, day, onPick }: DayCalendarProps) {
  const first = toInstant(today);
  const [shown, setShown] = useState(() => ({ day, month: findMonth(day, first) }));
  if (shown.day !== day) setShown({ day, month: findMonth(day, shown.month) });
  const last = toInstant(lastBookableDay(today));
  return (
    <DayPicker
      mode="single"
      lang="en-CA"
      required
      fixedWeeks
      showOutsideDays
      navLayout="around"
      today={first}
      selected={toInstant(day)}
      onSelect={(picked) => onPick(toDay(picked))}
      month={shown.month}
      onMonthChange={(month) => setShown({ day, month })}
      startMonth={first}
      endMonth={last}
      disabled={[{ before: first }, { after: last }]}
      classNames={CLASS_NAMES}
      dateLib={DATE_LIB}
      components={COMPONENTS}
    />
  );
}
