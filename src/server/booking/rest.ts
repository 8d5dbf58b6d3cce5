import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env';
import type { RestRow } from '../rest-row';
import { createCaller } from '../router';
import { getManagedEntry } from './manage';

/**
 * Returns the day among the parameters of a query or the end of a path. The documented addresses name it in different ways, such as
 * `?date=2026-11-24` and `?2026-11-24`.
 */
function pickDay({ limit, cursor, ...named }: Record<string, unknown>): Record<string, unknown> {
  const words = Object.entries(named).map(([name, value]) => (value === '' ? name : String(value)));
  const date = words.find((word) => /^\d{4}-\d{2}-\d{2}$/.test(word)) ?? words.find((word) => word !== 'date');
  return { limit, cursor, date };
}

export const bookingRest: RestRow[] = [
  ['GET', '/appointment-slots', 'booking.listSlots', { rows: true, input: pickDay }],
  ['GET', '/appointment-slots/{date}', 'booking.listSlots', { rows: true, input: pickDay }],
  ['POST', '/appointment-bookings', 'booking.book', { status: 201 }],
  ['POST', '/waitlist', 'booking.joinWaitlist', { status: 201 }],
];

/**
 * Returns the booking of a manage link as a calendar file. The procedure is called first because it checks the token and limits guesses.
 * Throws NOT_FOUND, TOO_MANY.
 */
export async function sendCalendarFile(c: Context<AppEnv>): Promise<Response> {
  c.header('cache-control', 'no-store');
  c.header('x-robots-tag', 'noindex');
  c.header('referrer-policy', 'no-referrer');
  const ctx = c.get('callContext')();
  // A longer text is not a token either, and gets the same 404.
  const token = (c.req.param('token') ?? '').slice(0, 200);
  if (ctx.actor.kind === 'visitor') await ctx.limits.take('read', ctx.clientKey);
  await createCaller(ctx).booking.getManaged({ token });
  c.header('content-disposition', 'attachment; filename="booking.ics"');
  return c.body(getManagedEntry(ctx, token), 200, { 'content-type': 'text/calendar; charset=utf-8' });
}
