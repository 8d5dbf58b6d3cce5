import type { Context } from 'hono';
import { packingSlip } from '../documents/packing-slip';
import type { AppEnv, RestRow } from '../rest';
import { createCaller } from '../router';

export const storeRest: RestRow[] = [
  ['GET', '/products', 'store.listProducts', { rows: true, kept: true }],
  ['POST', '/orders', 'store.placeOrder', { status: 201, headers: { 'Idempotency-Key': 'idempotencyKey' } }],
  ['GET', '/orders/{id}', 'store.getOrder'],
];

/** The slip that is packed by, as a document of its own. Throws what getting the order throws to others than the office. */
export async function answerPackingSlip(c: Context<AppEnv>): Promise<Response> {
  c.header('cache-control', 'no-store');
  const order = await createCaller(c.get('callContext')()).store.getStaffOrder({ orderNumber: c.req.param('orderNumber') ?? '' });
  const { text, policy } = packingSlip(order);
  return c.html(text, 200, { 'content-security-policy': policy });
}
