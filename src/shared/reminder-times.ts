import { addDays } from './calendar-day';
import type { Settings } from './settings';
import { addMinutes, businessDay, businessInstant, businessTime } from './time';

/** Minutes before the quiet hours at which a reminder goes out that would fall into them. */
const BEFORE_QUIET_MINUTES = 15;

type Quiet = Pick<Settings['reminders'], 'quietFrom' | 'quietTo'>;

/** Returns the day on whose clock the quiet hours around an instant began, or null if the instant is not quiet. */
function findQuietDay(instant: string, { quietFrom, quietTo }: Quiet): string | null {
  const [day, time] = [businessDay(instant), businessTime(instant)];
  if (quietFrom <= quietTo) return time >= quietFrom && time < quietTo ? day : null;
  if (time >= quietFrom) return day;
  return time < quietTo ? addDays(day, -1) : null;
}

/**
 * Returns the instant of the reminder of a visit, some hours before its start. `quietFrom` is quiet and `quietTo` is not; a time in the
 * quiet hours moves to a quarter of an hour before they begin.
 */
export function getReminderTime(startsAt: string, hours: number, quiet: Quiet): string {
  const at = addMinutes(new Date(startsAt), -60 * hours);
  const quietDay = findQuietDay(at, quiet);
  return quietDay === null ? at : addMinutes(new Date(businessInstant(quietDay, quiet.quietFrom)), -BEFORE_QUIET_MINUTES);
}

/** Returns the first instant at or after `instant` outside the quiet hours, as ISO text. */
export function endOfQuiet(instant: string, quiet: Quiet): string {
  const quietDay = findQuietDay(instant, quiet);
  if (quietDay === null) return instant;
  return businessInstant(quiet.quietFrom <= quiet.quietTo ? quietDay : addDays(quietDay, 1), quiet.quietTo);
}
