import { describe, expect, test } from 'vitest';
import { invoices, receipts } from '../../db/schema';
import { unknownPayPage } from '../../src/server/pay/page';
import { getCompany } from '../../src/server/settings/service';
import { approve, send } from '../support/quoting';
import { openShop, type Shop } from '../support/shop';
import { openWithCards, StripeServer } from '../support/stripe-server';

const stripe = new StripeServer();

const pay = (shop: Shop, token: string, body: object = {}) => shop.request('POST', `/api/pay/${token}`, { body });
const form = (shop: Shop, token: string, fields: Record<string, string>) =>
  shop.app.request(`http://shop.test/pay/${token}`, { method: 'POST', body: new URLSearchParams(fields) });
const textOf = async (response: Response | Promise<Response>) => (await response).text();
const statusesOf = async (...calls: (Response | Promise<Response>)[]) => (await Promise.all(calls)).map(({ status }) => status);

describe('starting a card payment', () => {
  test('opens a page at Stripe for the balance in cents, which names the invoice and returns to its link', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    await shop.admin.invoices.recordPayment({ id: 1, amount: '19.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    const response = await pay(shop, token);
    expect([response.status, await response.json()]).toEqual([200, { url: 'https://checkout.stripe.test/c/cs_1' }]);
    const [call] = stripe.of('/v1/checkout/sessions');
    expect(call?.authorization).toBe('Bearer sk_test_1');
    expect(call?.form).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'cad',
      'line_items[0][price_data][unit_amount]': '10000',
      'line_items[0][price_data][product_data][name]': 'Invoice SPC001',
      customer_email: 'maria@example.com',
      success_url: `http://shop.test/pay/${token}/thanks`,
      cancel_url: `http://shop.test/pay/${token}/cancelled`,
      'metadata[invoiceNumber]': 'SPC001',
      'payment_intent_data[metadata][invoiceId]': '1',
      'payment_intent_data[metadata][payToken]': token,
    });
    expect(shop.rows(receipts)).toHaveLength(1);
  });

  test('takes a part of the balance only if the owner allows it', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    expect(await statusesOf(pay(shop, token, { amount: '50.00' }), pay(shop, token, { amount: '119.00' }))).toEqual([400, 400]);
    await shop.admin.settings.save({ allowPartialOnline: true });
    const amounts = ['0', '-1', '0.00', '119.01', 'ten', '1e3'];
    expect(await statusesOf(...amounts.map((amount) => pay(shop, token, { amount })))).toEqual(amounts.map(() => 400));
    expect(stripe.calls).toEqual([]);
    expect((await pay(shop, token, { amount: '50.00' })).status).toBe(200);
    expect(stripe.calls[0]?.form['line_items[0][price_data][unit_amount]']).toBe('5000');
  });

  test('adds a tip only if the owner takes tips', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    expect((await pay(shop, token, { tip: '5.00' })).status).toBe(400);
    await shop.admin.settings.save({ allowTips: true });
    expect((await pay(shop, token, { tip: '5.00' })).status).toBe(200);
    expect(stripe.calls[0]?.form).toMatchObject({ 'line_items[1][price_data][unit_amount]': '500', 'metadata[tipCents]': '500' });
    expect((await pay(shop, token, { tip: '0.00' })).status).toBe(200);
    expect(stripe.calls[1]?.form['line_items[1][price_data][unit_amount]']).toBeUndefined();
  });

  test('is refused for an unknown link, a draft, a paid, credited or voided invoice, and without a key', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    const { shop: bare, token: other } = await openWithCards(undefined);
    expect(await statusesOf(pay(shop, 'x'.repeat(22)), pay(shop, 'short'), pay(bare, other))).toEqual([404, 404, 409]);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect((await pay(shop, token)).status).toBe(409);
    await shop.admin.invoices.update({ id: 1, status: 'pending' });
    await shop.admin.invoices.delete({ id: 1 });
    expect((await pay(shop, token)).status).toBe(409);
    await shop.admin.invoices.restore({ id: 1 });
    await shop.admin.invoices.createCreditNote({ invoiceId: 1, amount: '119.00', reason: 'Rain' });
    expect((await pay(shop, token)).status).toBe(409);
    shop.db.update(invoices).set({ status: 'draft', creditedCents: 0 }).run();
    expect((await pay(shop, token)).status).toBe(404);
    expect(stripe.calls).toEqual([]);
  });

  test('is refused with a clear sentence for less than Stripe charges, of which a tip is a part', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    await shop.admin.settings.save({ allowPartialOnline: true, allowTips: true });
    const response = await pay(shop, token, { amount: '0.49' });
    const message = 'The smallest card payment is $0.50. Please pay a smaller amount in another way.';
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ message })]);
    expect(await statusesOf(pay(shop, token, { amount: '0.50' }), pay(shop, token, { amount: '0.40', tip: '0.10' }))).toEqual([200, 200]);
    expect((await form(shop, token, { amount: '0.10' })).status).toBe(400);
    expect(stripe.calls).toHaveLength(2);
  });

  test.each(['amount_too_small', 'amount_too_large'])('is refused with a clear sentence if Stripe says %s', async (code) => {
    const { shop, token } = await openWithCards(stripe.gateway);
    [stripe.status, stripe.code] = [400, code];
    const response = await pay(shop, token);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('does not accept this amount')]);
  });

  test('says that Stripe cannot be reached, without a word of its answer', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    stripe.status = 500;
    const response = await pay(shop, token);
    expect([response.status, await response.text()]).toEqual([503, expect.not.stringContaining('sk_test')]);
  });
});

describe('the page of a payment link', () => {
  test('shows the invoice, what is owed until when, and the button', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    const response = await shop.request('GET', `/pay/${token}`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    for (const words of [
      'Invoice SPC001',
      '$119.00',
      'due December 4, 2026',
      'Pay by card',
      'HST (12%)',
      'Interac e-Transfer',
      'Please write SPC001',
    ])
      expect(page).toContain(words);
    for (const secret of ['maria@example.com', '12 Seymour', '<script']) expect(page).not.toContain(secret);
    expect(stripe.calls).toEqual([]);
  });

  test('names no day of service for the deposit of a quote', async () => {
    const { shop } = await openWithCards(stripe.gateway);
    await approve(shop, await send(shop, { deposit: { amount: '50.00' } }));
    const deposit = shop.rows(invoices).at(-1);
    const page = await textOf(shop.request('GET', `/pay/${deposit?.payToken}`));
    expect(page).toContain(`Deposit ${deposit?.invoiceNumber}`);
    expect(page).not.toContain('Residential Cleaning on');
  });

  test('has no button without a key, and says how to pay', async () => {
    const { shop, token } = await openWithCards(undefined);
    const page = await textOf(shop.request('GET', `/pay/${token}`));
    expect(page).not.toContain('Pay by card');
    expect(page).toContain('How to pay');
  });

  test('shows the lines of an invoice, escaped', async () => {
    const { shop, token } = await openWithCards(stripe.gateway, { items: [{ description: '<b>Oven', quantity: 2, price: '50.00' }] });
    expect(await textOf(shop.request('GET', `/pay/${token}`))).toContain('2 × &lt;b&gt;Oven, $50.00 each</th><td>$100.00');
  });

  test.each([
    ['thanks', 'We are waiting for the card company'],
    ['cancelled', 'Nothing was charged'],
  ])('returns from Stripe with what happened: %s', async (path, words) => {
    const { shop, token } = await openWithCards(stripe.gateway);
    expect(await textOf(shop.request('GET', `/pay/${token}/${path}`))).toContain(words);
  });

  test('says that the invoice is paid or voided, and that a link is unknown', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    const paid = await textOf(shop.request('GET', `/pay/${token}/thanks`));
    expect(paid).toContain('Paid on November 20, 2026. Thank you!');
    expect(paid).not.toContain('Pay by card');
    await shop.admin.invoices.delete({ id: 1 });
    expect(await textOf(shop.request('GET', `/pay/${token}`))).toContain('This invoice was voided');
    const unknown = await shop.request('GET', `/pay/${'x'.repeat(22)}`);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('This payment link is not valid.')]);
  });

  test('leads on to Stripe from its form, which works without scripts', async () => {
    const { shop, token } = await openWithCards(stripe.gateway);
    await shop.admin.settings.save({ allowPartialOnline: true, allowTips: true });
    const response = await form(shop, token, { amount: '$1,19.00', tip: '' });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('http-equiv="refresh" content="0;url=https://checkout.stripe.test/c/cs_1"'),
    ]);
    const refused = await form(shop, token, { amount: '500', tip: '1' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('at most the balance of $119.00')]);
    stripe.status = 500;
    expect((await form(shop, token, {})).status).toBe(503);
    expect((await form(shop, 'x'.repeat(22), {})).status).toBe(404);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect((await form(shop, token, {})).status).toBe(409);
  });
});

test('the page shows its text at once, and preloads the fonts of the site', () => {
  const face = '@font-face{font-family:Figtree Variable;font-display:optional;src:url(/assets/figtree.woff2)format("woff2")}';
  const { text } = unknownPayPage(getCompany(openShop().ctx), `a{color:red}${face}`);
  expect(text).toContain(`<style>${face}`);
  expect(text).toContain('<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/figtree.woff2">');
});
