import { addDays } from './calendar-day';
import { businessDay, businessInstant, businessTime } from './time';

/** What nobody wants to be woken by: it goes out by day alone (automation.md §3). */
const DAYTIME_PURPOSES: readonly string[] = ['review-request', 'thank-you'];
/** Between which times of the company that is, "09:00" and "20:00". */
type Hours = readonly [opens: string, closes: string];

/** Whether people are asked and thanked at an instant. */
export function isDaytime(instant: string | Date, [opens, closes]: Hours): boolean {
  const time = businessTime(instant);
  return time >= opens && time < closes;
}

/** When a message may go that could go from `instant` on: then, or next morning where its kind waits for the day. ISO text. */
export function politeInstant(purpose: string, instant: string, hours: Hours): string {
  if (!DAYTIME_PURPOSES.includes(purpose) || isDaytime(instant, hours)) return instant;
  const [opens] = hours;
  const day = businessDay(instant);
  return businessInstant(businessTime(instant) < opens ? day : addDays(day, 1), opens);
}
