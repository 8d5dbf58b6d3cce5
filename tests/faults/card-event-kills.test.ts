import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { closeDb, openDb, openReader } from '../../db/client';
import { checkInvariants } from '../../db/invariants';
import { patience, times } from '../support/length';
import { insertRow } from '../support/rows';
import { ServerHouse } from '../support/server-process';
import { eventOf } from '../support/stripe-server';

const SECRET = 'whsec_kills';
const house = new ServerHouse();
const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: 'http://127.0.0.1:9' };

/** Posts an event as Stripe does. Resolves to the status, or undefined if no answer came. */
function post(origin: string, event: object): Promise<number | undefined> {
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const signature = `t=${time},v1=${createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return fetch(`${origin}/api/payments/stripe`, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => undefined,
  );
}

test('killed after it stored the payment of an event, the server makes no second receipt when the event comes again', {
  timeout: patience(60_000, 300_000),
}, async () => {
  const kills = times(2, 6);
  expect((await (await house.start(env)).stop()).code).toBe(0);
  const { db } = openDb(house.file, { now: () => new Date() });
  for (let id = 1; id <= kills; id++)
    insertRow(db, 'invoices', { invoice_number: `SPC00${id}`, number_value: id, status: 'pending', issued_at: '2026-01-01T00:00:00.000Z' });
  db.$client.prepare("insert or replace into number_series (series, highest) values ('invoice', ?)").run(kills);
  const { total_cents: cents } = db.$client.prepare('select total_cents from invoices').get() as { total_cents: number };
  closeDb(db);
  const reader = openReader(house.file);
  const count = reader.$client.prepare<[], number>('select count(*) from receipts').pluck();
  for (let kill = 1; kill <= kills; kill++) {
    const event = eventOf({ paymentIntent: `pi_${kill}`, cents, more: { metadata: { invoiceId: String(kill) } } });
    const server = await house.start(env);
    const answers = [post(server.origin, event), post(server.origin, { ...event, id: `${event.id}-other` })];
    // Runs until the receipt is committed, so that the kill falls on the moment after it.
    while (count.get() !== kill) await new Promise((done) => setImmediate(done));
    await server.stop('SIGKILL');
    await Promise.all(answers);
    const next = await house.start(env);
    expect(await Promise.all([event, event, { ...event, id: `${event.id}-other` }].map((sent) => post(next.origin, sent)))).toEqual([
      ...[200, 200, 200],
    ]);
    expect((await next.stop()).code).toBe(0);
    expect(count.get()).toBe(kill);
  }
  expect(reader.$client.prepare('select count(*) from todos').pluck().get()).toBe(0);
  expect(checkInvariants(reader.$client).filter((rule) => rule.count > 0)).toEqual([]);
  reader.$client.close();
});
