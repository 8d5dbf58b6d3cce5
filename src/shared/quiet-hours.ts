import { addDays } from './calendar-day';
import { businessDay, businessInstant, businessTime } from './time';

/** What nobody wants to be woken by: it goes out by day alone (automation.md §3). */
const DAYTIME_PURPOSES: readonly string[] = ['review-request', 'thank-you'];
/** Between which times of the company that is. */
const [OPENS, CLOSES] = ['09:00', '20:00'];

/** Whether people are asked and thanked at an instant. */
export function isDaytime(instant: string | Date): boolean {
  const time = businessTime(instant);
  return time >= OPENS && time < CLOSES;
}

/** When a message may go that could go from `instant` on: then, or next morning where its kind waits for the day. ISO text. */
export function politeInstant(purpose: string, instant: string): string {
  if (!DAYTIME_PURPOSES.includes(purpose) || isDaytime(instant)) return instant;
  const day = businessDay(instant);
  return businessInstant(businessTime(instant) < OPENS ? day : addDays(day, 1), OPENS);
}
