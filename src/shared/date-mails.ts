import type { CompanyFacts } from './company';
import { isOutsideHours, type WorkOrder } from './dispatch';

/**
 * Returns whether the client of a job can be sent its date: the client did not book online (the booking's mails name the date), has an
 * e-mail address, was not sent this date before, and the date is after `now`.
 */
export const canSendDate = ({ isBooked, client, scheduledDate, sentDate }: WorkOrder, now: string): boolean =>
  !isBooked && Boolean(client.email) && scheduledDate > now && scheduledDate !== sentDate;

/**
 * Returns whether screens offer to send the date of a job. A date outside business hours may be the unchanged default (24 hours ahead), so
 * it is offered only if the client was sent an earlier date.
 */
export const isDateOffered = (
  { scheduledDate, sentDate }: Pick<WorkOrder, 'scheduledDate' | 'sentDate'>,
  hours: CompanyFacts['hours'],
): boolean => sentDate !== null || !isOutsideHours(scheduledDate, hours);

type DateCall = { hours: CompanyFacts['hours']; notifyClient: boolean | undefined; isTyped: boolean };
/**
 * Decides whether the client of a job is mailed its date: `send`, `ask` first, `skip`, or `hold` back a date outside business hours, which
 * may be the unchanged default. `notifyClient` is the caller's choice, if it made one; `isTyped` is true if the caller gives the date. A
 * client who booked or has another date is sent a typed one at any hour.
 */
export function decideDate(
  { scheduledDate, isBooked, sentDate }: Pick<WorkOrder, 'scheduledDate' | 'isBooked' | 'sentDate'>,
  { hours, notifyClient, isTyped }: DateCall,
): 'send' | 'ask' | 'hold' | 'skip' {
  if (notifyClient === false) return 'skip';
  if (!isOutsideHours(scheduledDate, hours)) return 'send';
  if (notifyClient) return 'ask';
  return isTyped && (isBooked || sentDate !== null) ? 'send' : 'hold';
}
