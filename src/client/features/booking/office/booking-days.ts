import { addDays, weekdayOf } from '../../../../shared/calendar-day';
import { businessDay, showDay } from '../../../../shared/time';

/** The company's calendar day now. */
export const today = (): string => businessDay(new Date());

/** The Monday of a day's week. */
export const weekStart = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));

/** A calendar day in short: "Fri, Nov 20". */
export function showShortDay(day: string): string {
  const [weekday = '', monthAndDay = ''] = showDay(day).split(', ');
  const [month = '', number = ''] = monthAndDay.split(' ');
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${number}`;
}
