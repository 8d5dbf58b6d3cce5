import { addDays } from '../../shared/calendar-day';
import { addMinutes, businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';

/** Minutes of a day. */
export const DAY = 1440;
/** Minutes from now, or a day from today at a time of the company's clock. */
export type When = number | { days: number; time: string };

/** The instant that is meant, as ISO text. */
export const instantOf = (ctx: Ctx, when: When): string =>
  typeof when === 'number' ? addMinutes(ctx.now(), when) : businessInstant(addDays(businessDay(ctx.now()), when.days), when.time);

/** The same context with its clock some minutes from an instant, and never in the future: what is done lies behind us. */
export function setClock(ctx: Ctx, instant: string, minutes = 0, actor: Ctx['actor'] = ctx.actor): Ctx {
  const at = Math.min(Date.parse(instant) + minutes * 60_000, ctx.now().getTime());
  return { ...ctx, actor, now: () => new Date(at) };
}
