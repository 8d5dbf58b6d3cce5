// Weeks and months, apart from calendar-day.ts, which every public page loads.
import { addDays, getWeekday } from './calendar-day';

/** Returns the same day some months later or earlier, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(date, last) - 1);
}

/** Returns the Monday of the week of a day. */
export const getMonday = (day: string): string => addDays(day, -((getWeekday(day) + 6) % 7));
