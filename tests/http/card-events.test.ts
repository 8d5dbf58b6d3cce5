import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/client';
import { receipts, tips, todos } from '../../db/schema';
import { sendUnsentRefunds } from '../../src/server/invoices/payments/card-refunds';
import { assertFromStripe } from '../../src/server/pay/events';
import { addTodo } from '../../src/server/todos/service';
import { expectSound } from '../support/booked-job';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';
import { eventOf, openWithCards, postEvent, StripeServer, signatureOf } from '../support/stripe-server';

const stripe = new StripeServer();
const statusesOf = async (...calls: (Response | Promise<Response>)[]) => (await Promise.all(calls)).map(({ status }) => status);

describe('the events of Stripe', () => {
  const paid = (shop: Shop) => shop.rows(receipts).map(({ amountPaidCents, paymentMethod }) => [amountPaidCents, paymentMethod]);

  test('record a payment once, however often and in whatever order they come', async () => {
    const { shop } = await openWithCards(stripe.gateway);
    const events = [
      eventOf({ type: 'payment_intent.succeeded' }),
      eventOf(),
      eventOf({ type: 'checkout.session.async_payment_succeeded' }),
    ];
    const calls = Array.from({ length: 50 }, (_, place) => postEvent(shop, events[place % 3] as object));
    expect(new Set(await statusesOf(...calls))).toEqual(new Set([200]));
    expect(paid(shop)).toEqual([[11_900, 'card']]);
    expect(shop.rows(receipts)[0]).toMatchObject({ idempotencyKey: 'stripe:pi_1', paymentIntent: 'pi_1' });
    expect((await shop.admin.invoices.get({ id: 1 })).status).toBe('paid');
    expect(shop.rows(todos)).toEqual([]);
    expectSound(shop);
  });

  test.each([
    ['another type', { type: 'charge.succeeded' }],
    ['an unpaid session', { more: { payment_status: 'unpaid' } }],
    ['a payment of another shop', { more: { metadata: {} } }],
    ['a payment of another shop whose metadata names an invoice that we do not have', { more: { metadata: { invoiceId: '99' } } }],
    ['such a payment in another currency', { more: { currency: 'usd', metadata: { invoiceId: '99', payToken: 'other' } } }],
  ])('change nothing for %s', async (_name, sent) => {
    const { shop } = await openWithCards(stripe.gateway);
    expect((await postEvent(shop, eventOf(sent))).status).toBe(200);
    expect([shop.rows(receipts), shop.rows(todos)]).toEqual([[], []]);
  });

  test.each([
    [
      'an invoice that does not exist',
      { more: { metadata: { invoiceId: '99', tipCents: 'x', payToken: 'x'.repeat(22) } } },
      ['Check the card payment of $119.00 at Stripe (pi_1): its invoice does not exist', '/invoices'],
    ],
    [
      'another currency',
      { more: { currency: 'usd' } },
      [
        'Check the card payment of 119.00 USD at Stripe (pi_1): it is for invoice SPC001 of Maria Santos, in another currency',
        '/invoices?invoice=1',
      ],
    ],
    [
      'a currency without cents',
      { more: { currency: 'jpy' } },
      [expect.stringContaining('card payment of 11900 JPY'), '/invoices?invoice=1'],
    ],
  ])('ask the office once to check a payment for %s', async (_name, sent, wanted) => {
    const { shop } = await openWithCards(stripe.gateway);
    for (const type of ['checkout.session.completed', 'payment_intent.succeeded', 'payment_intent.succeeded'])
      expect((await postEvent(shop, eventOf({ ...sent, type }))).status).toBe(200);
    expect(shop.rows(todos).map(({ text, path }) => [text, path])).toEqual([wanted]);
    expect([shop.rows(receipts), (await shop.admin.overview.today()).todos.map(({ kind }) => kind)]).toEqual([[], ['money-in']]);
    expectSound(shop);
  });

  test('record a payment whose other event is in another currency, in either order', async () => {
    for (const isForeignFirst of [true, false]) {
      const { shop } = await openWithCards(stripe.gateway);
      const events = [eventOf({ type: 'payment_intent.succeeded', cents: 8500, more: { currency: 'usd' } }), eventOf()];
      for (const event of isForeignFirst ? events : events.toReversed()) await postEvent(shop, event);
      expect(paid(shop)).toEqual([[11_900, 'card']]);
      expect((await shop.admin.overview.today()).todos).toEqual([]);
    }
  });

  test('are refused with a forged or stale signature, or without a secret', async () => {
    const { shop } = await openWithCards(stripe.gateway);
    const { shop: bare } = await openWithCards(stripe.gateway);
    const withoutSecret = { ...bare.ctx, cardEventSecret: undefined };
    const body = Buffer.from('{}');
    expect(() => assertFromStripe(withoutSecret, body, signatureOf(bare, '{}'))).toThrow('not valid');
    const signatures = [
      (sent: string) => signatureOf(shop, sent, { secret: 'other' }),
      (sent: string) => signatureOf(shop, `${sent} `),
      (sent: string) => signatureOf(shop, sent, { age: 301 }),
      (sent: string) => signatureOf(shop, sent, { age: -301 }),
      (sent: string) => signatureOf(shop, sent).replace('v1=', 'v0='),
      () => 't=1,v1=zz',
      () => '',
    ];
    expect(await statusesOf(...signatures.map((sign) => postEvent(shop, eventOf(), sign)))).toEqual(signatures.map(() => 400));
    expect(shop.rows(receipts)).toEqual([]);
  });

  test('count with any valid signature of several, up to five minutes old', async () => {
    const { shop } = await openWithCards(stripe.gateway);
    const sign = (body: string) => signatureOf(shop, body, { age: 299 }).replace(',v1=', `,v1=${'0'.repeat(64)},v1=`);
    expect((await postEvent(shop, eventOf(), sign)).status).toBe(200);
    expect(shop.rows(receipts)).toHaveLength(1);
  });

  test('record what fits and ask the office once to refund the rest, if the invoice was paid otherwise', async () => {
    const { shop } = await openWithCards(stripe.gateway);
    await shop.admin.invoices.recordPayment({ id: 1, amount: '100.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    for (const event of [eventOf(), eventOf(), eventOf({ type: 'payment_intent.succeeded' })]) await postEvent(shop, event);
    await postEvent(shop, eventOf({ paymentIntent: 'pi_2' }));
    await postEvent(shop, eventOf({ paymentIntent: 'pi_2', type: 'payment_intent.succeeded' }));
    expect(paid(shop)).toEqual([
      [10_000, 'cash'],
      [1900, 'card'],
    ]);
    expect(shop.rows(todos).map(({ kind, text, path }) => [kind, text, path])).toEqual([
      ['refund', 'Refund $100.00 to Maria Santos', '/invoices?invoice=1'],
      ['refund', 'Refund $119.00 to Maria Santos', '/invoices?invoice=1'],
    ]);
    expectSound(shop);
  });

  test('ask to refund the payment of an invoice that was voided meanwhile', async () => {
    const { shop } = await openWithCards(stripe.gateway);
    await shop.admin.invoices.delete({ id: 1 });
    await postEvent(shop, eventOf());
    expect([shop.rows(receipts), shop.rows(todos).map(({ text }) => text)]).toEqual([[], ['Refund $119.00 to Maria Santos']]);
  });

  test('keep a tip apart from the invoice', async () => {
    const { shop } = await openWithCards(stripe.gateway);
    for (const event of [eventOf({ cents: 12_900, tipCents: 1000 }), eventOf({ cents: 12_900, tipCents: 1000 })])
      await postEvent(shop, event);
    expect(paid(shop)).toEqual([[11_900, 'card']]);
    expect(shop.rows(tips).map(({ invoiceId, amountCents, paymentIntent }) => [invoiceId, amountCents, paymentIntent])).toEqual([
      [1, 1000, 'pi_1'],
    ]);
  });

  test('store the event and its payment together or not at all', async () => {
    const { shop } = await openWithCards(stripe.gateway);
    const event = eventOf();
    shop.db.$client.exec("create trigger full before insert on receipts begin select raise(abort, 'full'); end");
    expect((await postEvent(shop, event)).status).toBe(409);
    shop.db.$client.exec('drop trigger full');
    await postEvent(shop, event);
    expect(paid(shop)).toHaveLength(1);
  });
});

describe('the refund of a card payment', () => {
  const REFUND = {
    isRefund: true,
    paymentMethod: 'cash',
    paymentDate: '2026-11-20',
    amountPaid: '19.00',
    customerName: 'Maria Santos',
    description: 'Too much',
  } as const;
  async function openPaid() {
    const { shop } = await openWithCards(stripe.gateway);
    await postEvent(shop, eventOf());
    return shop;
  }

  test('is sent to Stripe once, with a key of its own, and goes back to the card', async () => {
    const shop = await openPaid();
    const input = { ...REFUND, refundOfId: 1, idempotencyKey: 'refund-0001' };
    const made = await shop.admin.invoices.createReceipt(input);
    await shop.admin.invoices.createReceipt(input);
    await shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 1 });
    expect(made.paymentMethod).toBe('card');
    expect(stripe.of('/v1/refunds').map(({ form: sent, key }) => [sent, key])).toEqual([
      [{ payment_intent: 'pi_1', amount: '1900' }, 'refund:2'],
      [{ payment_intent: 'pi_1', amount: '1900' }, 'refund:3'],
    ]);
    await expect(shop.admin.invoices.deleteReceipt({ id: 2 })).rejects.toThrow("went back to the client's card");
    expectSound(shop);
  });

  test('ticks off the to-do that asked for it once Stripe took it', async () => {
    const shop = await openPaid();
    const ask = (dedupeKey: string, text: string) =>
      inTransaction(shop.db, () => addTodo(shop.ctx, { kind: 'refund', text, path: '/invoices?invoice=1', dedupeKey }));
    for (const key of ['a', 'b']) ask(key, 'Refund $19.00 to Maria Santos');
    ask('c', 'Refund $19.50 to Maria Santos');
    const open = () => shop.rows(todos).flatMap(({ dedupeKey, doneAt }) => (doneAt === null ? [dedupeKey] : []));
    const input = { ...REFUND, refundOfId: 1, idempotencyKey: 'refund-0001' };
    stripe.status = 500;
    await shop.admin.invoices.createReceipt(input);
    expect(open()).toEqual(['a', 'b', 'c']);
    stripe.status = 200;
    for (let times = 0; times < 2; times++) await sendUnsentRefunds(shop.ctx);
    await shop.admin.invoices.createReceipt(input);
    expect(open()).toEqual(['b', 'c']);
    stripe.status = 400;
    await expect(shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 1 })).rejects.toThrow('Stripe refused');
    expect(open()).toEqual(['b', 'c']);
  });

  test('is not recorded if Stripe refuses it', async () => {
    const shop = await openPaid();
    stripe.status = 400;
    await expect(shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 1 })).rejects.toThrow('Stripe refused');
    expect((await shop.admin.invoices.get({ id: 1 })).amountPaid).toBe('119.00');
    expectSound(shop);
  });

  test('that Stripe refused is sent anew when the same request comes again', async () => {
    const shop = await openPaid();
    const input = { ...REFUND, refundOfId: 1, idempotencyKey: 'refund-0001' };
    stripe.status = 400;
    await expect(shop.admin.invoices.createReceipt(input)).rejects.toThrow('Stripe refused');
    await expect(shop.admin.invoices.createReceipt(input)).rejects.toThrow('Stripe refused');
    stripe.status = 200;
    expect(await shop.admin.invoices.createReceipt(input)).toMatchObject({ id: 4, voidedAt: null });
    expectSound(shop);
  });

  test('that Stripe refuses later is voided, and the office is asked once to pay it back', async () => {
    const shop = await openPaid();
    stripe.status = 500;
    await shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 1 });
    stripe.status = 400;
    const ctx = { ...shop.ctx, cards: stripe.gateway };
    await sendUnsentRefunds(ctx);
    await sendUnsentRefunds(ctx);
    expect(shop.rows(receipts)[1]?.voidedAt).not.toBeNull();
    expect(shop.rows(todos).map(({ kind, text, path, dedupeKey }) => [kind, text, path, dedupeKey])).toEqual([
      ['refund', 'Refund $19.00 to Maria Santos', '/invoices?invoice=1', 'refund:2'],
    ]);
    expectSound(shop);
  });

  test('that is unsent for a day is sent no more, and the office is asked once to pay it back', async () => {
    const shop = await openPaid();
    stripe.status = 500;
    await shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 1 });
    stripe.status = 200;
    stripe.calls.length = 0;
    shop.clock.advance(24 * 60);
    const ctx = { ...shop.ctx, cards: stripe.gateway };
    await sendUnsentRefunds(ctx);
    await shop.admin.overview.finishTodo({ id: 1 });
    await sendUnsentRefunds(ctx);
    expect(stripe.calls).toEqual([]);
    expect(shop.rows(todos).map(({ text, dedupeKey }) => [text, dedupeKey])).toEqual([['Refund $19.00 to Maria Santos', 'refund:2']]);
    expect(shop.rows(receipts)[1]?.voidedAt).toBeNull();
  });

  test('cannot be deleted while it may have reached Stripe', async () => {
    const shop = await openPaid();
    stripe.status = 500;
    await shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 1 });
    await expect(shop.admin.invoices.deleteReceipt({ id: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining("on its way to the client's card"),
    });
    expect(shop.rows(receipts)[1]?.voidedAt).toBeNull();
  });

  test('that an outage kept from Stripe is sent later with the same key', async () => {
    const shop = await openPaid();
    stripe.status = 500;
    await shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 1 });
    stripe.status = 200;
    stripe.calls.length = 0;
    await sendUnsentRefunds({ ...shop.ctx, cards: stripe.gateway });
    await sendUnsentRefunds({ ...shop.ctx, cards: stripe.gateway });
    expect(stripe.of('/v1/refunds').map(({ key }) => key)).toEqual(['refund:2']);
  });

  test('needs the key of Stripe; a refund of cash does not', async () => {
    const { shop } = await openWithCards(undefined);
    insertRow(shop.db, 'receipts', {
      receipt_number: 'SPC-RCP900',
      number_value: 900,
      invoice_id: null,
      payment_intent: 'pi_9',
      amount_paid_cents: 5000,
    });
    await expect(shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 1 })).rejects.toThrow('configure the key');
    expect(shop.rows(receipts)).toHaveLength(1);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect((await shop.admin.invoices.createReceipt({ ...REFUND, refundOfId: 2 })).paymentMethod).toBe('cash');
  });
});
