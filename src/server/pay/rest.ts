import type { Hono } from 'hono';
import type { AppEnv } from '../http/app-env';
import { refuseMethod } from '../http/errors';
import { parseJsonObject } from '../http/requests/body';
import type { RestRow } from '../rest-row';
import { assertFromStripe, receiveEvent } from './events';

export const payRest: RestRow[] = [['POST', '/pay/{token}', 'pay.start']];

const CARD_EVENTS = '/api/payments/stripe';
const EVENT_LIMIT = 256 * 1024;

/** Receives the events of Stripe, which prove themselves by a signature of the raw body. */
export function addCardEvents(app: Hono<AppEnv>): void {
  app.post(CARD_EVENTS, async (c) => {
    const ctx = { ...c.get('callContext')(), actor: { kind: 'system' } as const };
    const body = await c.get('body').read(EVENT_LIMIT);
    assertFromStripe(ctx, body, c.req.header('stripe-signature'));
    return c.json(receiveEvent(ctx, parseJsonObject(body)));
  });
  app.all(CARD_EVENTS, (c) => refuseMethod(c, ['POST']));
}
