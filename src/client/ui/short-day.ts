import { addDays, getWeekday } from '../../shared/calendar-day';
import { formatDay } from '../../shared/time';

export const weekStart = (day: string): string => addDays(day, -((getWeekday(day) + 6) % 7));

/** Formats a calendar day in short: "Fri, Nov 20". */
export function showShortDay(day: string): string {
  const [weekday = '', monthAndDay = ''] = formatDay(day).split(', ');
  const [month = '', number = ''] = monthAndDay.split(' ');
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${number}`;
}
