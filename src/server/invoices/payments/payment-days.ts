import { addDays } from '../../../shared/calendar-day';
import { fieldError } from '../../../shared/errors';
import { businessDay } from '../../../shared/time';
import type { Ctx } from '../../context';

/** Days before its invoice or order on which a payment may have come in already. */
const EARLIEST_DAYS = 365;
/** The first day of a payment without an invoice or order; an earlier one is a typing error. */
const FIRST_DAY = '2000-01-01';

/**
 * Throws BAD_REQUEST for the day of a payment or refund that lies in the future, more than a year before the invoice or order that it
 * pays (`billedOn`), or else before 2000.
 */
export function assertPaymentDay(
  ctx: Ctx,
  day: string,
  { billedOn, path = 'paymentDate' }: { billedOn?: string; path?: string } = {},
): void {
  const earliest = billedOn === undefined ? FIRST_DAY : addDays(billedOn, -EARLIEST_DAYS);
  if (day < earliest) throw fieldError(path, `Please enter a day from ${earliest} on.`);
  if (day > businessDay(ctx.now())) throw fieldError(path, 'Please enter a day that is not in the future.');
}
