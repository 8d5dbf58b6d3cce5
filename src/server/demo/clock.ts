import { addDays } from '../../shared/calendar-day';
import { addMinutes, businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';

export const DAY = 1440;
/** Minutes from now, or a time on a day relative to today. */
export type When = number | { days: number; time: string };

/** Returns the instant as ISO text. */
export const toInstant = (ctx: Ctx, when: When): string =>
  typeof when === 'number' ? addMinutes(ctx.now(), when) : businessInstant(addDays(businessDay(ctx.now()), when.days), when.time);

/** Returns the context with its clock `minutes` after an instant, but never in the future. */
export function setClock(ctx: Ctx, instant: string, minutes = 0, actor: Ctx['actor'] = ctx.actor): Ctx {
  const at = Math.min(Date.parse(instant) + minutes * 60_000, ctx.now().getTime());
  return { ...ctx, actor, now: () => new Date(at) };
}
