import { hasPostalAddress } from '../../shared/consents';
import { shortDate } from '../../shared/staff-times';
import { formatMoney } from '../../shared/store-sums';
import { businessDay, isInstant } from '../../shared/time';
import type { Ctx } from '../context';
import { getCompany } from '../settings/service';

/** Returns the day of an instant for a sentence: "Sep 2", or "an unknown day" if the stored text is no instant. */
export function formatShortDate({ now }: Pick<Ctx, 'now'>, at: string | null): string {
  return at !== null && isInstant(at) ? shortDate(businessDay(at), businessDay(now())) : 'an unknown day';
}

/** Returns the ending of a sentence about a job, " for $120.01"; empty if its price is unknown. */
export const formatPriceSuffix = (cents: number | null): string => (cents ? ` for ${formatMoney(cents)}` : '');

export const formatKnownCount = (known: number): string => `${known} ${known === 1 ? 'was' : 'were'} known already`;

/** Returns the warning that ends a run's message if the marketing mail it wrote cannot go out without a postal address. */
export const formatPostalWarning = (ctx: Ctx, written: number): string =>
  written > 0 && !hasPostalAddress(getCompany(ctx)) ? '; not sent until you enter a postal address in Settings' : '';
