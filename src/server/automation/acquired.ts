import type { Ctx } from '../trpc';

/** How many clients were won on a day of the company: people whose first commitment (a confirmed quote, a booking, an order) is on it. */
export const countAcquired = (_ctx: Ctx, _day: string): number => 0;
