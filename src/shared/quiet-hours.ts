import { addDays } from './calendar-day';
import { GROWTH_TEMPLATES } from './growth-message-templates';
import { businessDay, businessInstant, businessTime } from './time';

/** Between which times of the company something may happen, "09:00" and "20:00". */
type Hours = readonly [opens: string, closes: string];

/** Automatic messages wait for the day: none goes out from 21:00 to 08:00. */
const WAKING_HOURS: Hours = ['08:00', '21:00'];
/** Messages that the company writes by itself. The others answer something that somebody just did, and go at once. */
const AUTOMATIC_PURPOSES: readonly string[] = [...Object.keys(GROWTH_TEMPLATES), 'facebook-disconnected'];
/** Automatic messages that keep to the owner's own hours as well. */
const ASKING_PURPOSES: readonly string[] = ['review-request', 'thank-you'];

/** Returns the owner's hours without the quiet ones, or all waking hours if nothing is left. */
function withoutQuiet([opens, closes]: Hours): Hours {
  const [wakes, sleeps] = WAKING_HOURS;
  const hours: Hours = [opens > wakes ? opens : wakes, closes < sleeps ? closes : sleeps];
  return hours[0] < hours[1] ? hours : WAKING_HOURS;
}

const isWithin = (instant: string | Date, [opens, closes]: Hours): boolean => {
  const time = businessTime(instant);
  return time >= opens && time < closes;
};

/** Returns whether people are asked and thanked at an instant, by the owner's hours. */
export const isDaytime = (instant: string | Date, asking: Hours): boolean => isWithin(instant, withoutQuiet(asking));

/** Returns when a message may go that could go from `instant` on: then, or at the next hour at which its kind may. ISO text. */
export function politeInstant(purpose: string, instant: string, asking: Hours): string {
  if (!AUTOMATIC_PURPOSES.includes(purpose)) return instant;
  const hours = ASKING_PURPOSES.includes(purpose) ? withoutQuiet(asking) : WAKING_HOURS;
  if (isWithin(instant, hours)) return instant;
  const [opens] = hours;
  const day = businessDay(instant);
  return businessInstant(businessTime(instant) < opens ? day : addDays(day, 1), opens);
}
