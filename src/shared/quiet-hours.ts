import { addDays } from './calendar-day';
import { GROWTH_TEMPLATES } from './growth-message-templates';
import { businessDay, businessInstant, businessTime } from './time';

/** Opening and closing time in the company's zone, such as "09:00" and "20:00". */
type Hours = readonly [opens: string, closes: string];

/** No automatic message goes out between 21:00 and 08:00. */
const WAKING_HOURS: Hours = ['08:00', '21:00'];
/** Messages that no one just asked for. All others answer an action of their recipient and go out at once. */
const AUTOMATIC_PURPOSES: readonly string[] = [...Object.keys(GROWTH_TEMPLATES), 'facebook-disconnected'];
/** Automatic messages that also keep to the hours that the owner set. */
const ASKING_PURPOSES: readonly string[] = ['review-request', 'thank-you'];

/** Returns the owner's hours without the quiet hours, or all waking hours if nothing is left. */
function withoutQuiet([opens, closes]: Hours): Hours {
  const [wakes, sleeps] = WAKING_HOURS;
  const hours: Hours = [opens > wakes ? opens : wakes, closes < sleeps ? closes : sleeps];
  return hours[0] < hours[1] ? hours : WAKING_HOURS;
}

const isWithin = (instant: string | Date, [opens, closes]: Hours): boolean => {
  const time = businessTime(instant);
  return time >= opens && time < closes;
};

/** Returns true if review requests and thank-you messages may go out at an instant. */
export const isDaytime = (instant: string | Date, asking: Hours): boolean => isWithin(instant, withoutQuiet(asking));

/** Returns the first instant at or after `instant` at which a message of this purpose may go out, as ISO text. */
export function politeInstant(purpose: string, instant: string, asking: Hours): string {
  if (!AUTOMATIC_PURPOSES.includes(purpose)) return instant;
  const hours = ASKING_PURPOSES.includes(purpose) ? withoutQuiet(asking) : WAKING_HOURS;
  if (isWithin(instant, hours)) return instant;
  const [opens] = hours;
  const day = businessDay(instant);
  return businessInstant(businessTime(instant) < opens ? day : addDays(day, 1), opens);
}
