import { describe, expect, test } from 'vitest';
import { compose, OVEN, request, SPRING, SUPPLIES, send, WINDOWS } from '../support/quoting';
import { openShop } from '../support/shop';

const WEEKLY = { rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2026-11-24', startTime: '10:00' };

describe('writing a quote', () => {
  test('numbers quotes from Q-1001 on, without gaps', async () => {
    const shop = openShop();
    const first = await compose(shop);
    await shop.admin.quoting.withdraw({ id: first.id });
    const second = await compose(shop, { clientId: (await newClient(shop)).id });
    expect([first.number, second.number]).toEqual(['Q-1001', 'Q-1002']);
    expect([first.version, first.status, first.token]).toEqual([1, 'draft', null]);
  });

  test('counts only the lines that are not optional until the approval', async () => {
    const quote = await compose(openShop());
    expect(quote).toMatchObject({ subtotal: '140.00', hstAmount: '16.80', pstAmount: '9.80', total: '166.60', minutes: 120 });
    expect(quote.lines.map(({ description, isOptional, isChosen }) => [description, isOptional, isChosen])).toEqual([
      [WINDOWS.description, false, false],
      [SPRING.description, false, false],
      [OVEN.description, true, false],
      [SUPPLIES.description, true, false],
    ]);
  });

  test('takes the customer from the request or the client, and the terms and 30 days if none are given', async () => {
    const shop = openShop({ now: '2026-11-20T20:00:00.000Z' });
    const client = await newClient(shop);
    await shop.admin.settings.save({ quoteTerms: 'Half in advance.' });
    expect(await compose(shop)).toMatchObject({
      ...{ customerName: 'Anna Berg', customerEmail: 'anna@example.com', inquiryId: 1, clientId: null },
      ...{ validUntil: '2026-12-20', terms: 'Half in advance.' },
    });
    const own = { clientId: client.id, validUntil: '2026-11-20', terms: 'None.', message: 'As discussed.' };
    expect(await compose(shop, own)).toMatchObject({ ...own, customerName: 'Maria Santos', inquiryId: null });
  });

  test.each([
    ['no lines', { lines: [] }, /at least one line/],
    ['a price below zero', { lines: [{ ...WINDOWS, price: '-1.00' }] }, /Only a discount/],
    [
      'a discount that adds',
      { lines: [WINDOWS, { ...SPRING, price: '1.00' }] },
      /Please enter a discount as a negative amount, such as -25\.00\./,
    ],
    ['discounts above the charges', { lines: [OVEN, SPRING] }, /more than the quote charges/],
    ['half a quantity', { lines: [{ ...WINDOWS, quantity: 1.5 }] }, /whole quantity/],
    ['no quantity', { lines: [{ ...WINDOWS, quantity: 0 }] }, /whole quantity/],
    ['visits of more than a day', { lines: [{ ...WINDOWS, quantity: 13 }], plan: WEEKLY }, /at most a day/],
    ['a job of more than a day', { lines: [WINDOWS, { ...OVEN, minutes: 480, quantity: 3 }] }, /at most a day/],
    ['a total that no document can have', { lines: [{ ...WINDOWS, minutes: 0, price: '99999999.00' }] }, /keep the total under/],
    ['a day before today', { validUntil: '2026-11-19' }, /from today on/],
    ['a day years ahead', { validUntil: '2029-11-19' }, /two years/],
    ['a deposit above the total', { deposit: { amount: '166.61' } }, /more than the total/],
    ['a deposit above 100 %', { deposit: { percent: 101 } }, /from 0 to 100/],
    ['a client beside the request', { inquiryId: 1, clientId: 1 }, /quote request or a client/],
  ])('rejects %s', async (_what, changes, message) => {
    const shop = openShop();
    await request(shop);
    await expect(compose(shop, { inquiryId: 1, ...changes })).rejects.toThrow(message);
  });

  test('rejects a quote for nobody known', async () => {
    const shop = openShop();
    await expect(compose(shop, { inquiryId: 7 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(compose(shop, { clientId: 7 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.admin.quoting.compose({ serviceType: 'deep', lines: [WINDOWS] })).rejects.toThrow(/quote request or a client/);
  });
});

const newClient = (shop: ReturnType<typeof openShop>) =>
  shop.admin.clients.create({ name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St' });

describe('revising a quote', () => {
  test('changes a draft in place and keeps what is not named', async () => {
    const shop = openShop();
    const draft = await compose(shop, { message: 'Hello', deposit: { percent: 25 } });
    const revised = await shop.admin.quoting.revise({ id: draft.id, lines: [{ ...WINDOWS, price: '200.00' }] });
    expect(revised).toMatchObject({ id: draft.id, version: 1, subtotal: '200.00', message: 'Hello', deposit: '59.50' });
    expect(await shop.admin.quoting.revise({ id: draft.id, message: '', deposit: null })).toMatchObject({
      ...{ message: null, deposit: null, subtotal: '200.00', terms: draft.terms },
    });
  });

  test('makes the next version of a sent quote, which replaces it when it is sent', async () => {
    const shop = openShop();
    const first = await send(shop, { deposit: { amount: '50.00' } });
    const draft = await shop.admin.quoting.revise({ id: first.id, lines: [OVEN, WINDOWS] });
    expect(draft).toMatchObject({ number: first.number, version: 2, status: 'draft', token: null, subtotal: '150.00', deposit: '50.00' });
    expect(draft.id).not.toBe(first.id);
    expect(await shop.visitor.quoting.getByToken({ token: first.token })).toMatchObject({ status: 'sent', newerToken: null, version: 1 });
    expect(await shop.admin.quoting.revise({ id: first.id, message: 'Cheaper' })).toMatchObject({ id: draft.id, subtotal: '150.00' });
    const second = await shop.admin.quoting.send({ id: draft.id });
    expect(second.token).toMatch(/^[\w-]{22}$/);
    expect(second.token).not.toBe(first.token);
    expect(await shop.visitor.quoting.getByToken({ token: first.token })).toMatchObject({ status: 'superseded', newerToken: second.token });
    await expect(shop.admin.quoting.revise({ id: first.id })).rejects.toThrow(/newer version/);
    await expect(shop.admin.quoting.send({ id: first.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('shows only versions that were sent as newer', async () => {
    const shop = openShop();
    const first = await send(shop);
    const second = await shop.admin.quoting.send({ id: (await shop.admin.quoting.revise({ id: first.id })).id });
    await shop.admin.quoting.revise({ id: second.id });
    expect((await shop.visitor.quoting.getByToken({ token: first.token })).newerToken).toBe(second.token);
  });
});

describe('sending a quote', () => {
  test('gives it a link; sending twice changes nothing', async () => {
    const shop = openShop();
    const draft = await compose(shop);
    const sent = await shop.admin.quoting.send({ id: draft.id });
    expect(sent).toMatchObject({ status: 'sent', sentAt: shop.clock.at.toISOString() });
    shop.clock.advance(5);
    expect(await shop.admin.quoting.send({ id: draft.id })).toEqual(sent);
  });

  test('takes the taxes of the day it is sent', async () => {
    const shop = openShop();
    const draft = await compose(shop);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await shop.admin.quoting.send({ id: draft.id })).toMatchObject({ hstAmount: '7.00', pstAmount: '0.00', total: '147.00' });
  });

  test('rejects a validity that is over', async () => {
    const shop = openShop();
    const draft = await compose(shop, { validUntil: '2026-11-20' });
    shop.clock.advance(1440);
    await expect(shop.admin.quoting.send({ id: draft.id })).rejects.toThrow(/from today on/);
  });

  test('rejects a withdrawn quote, and withdraws only once', async () => {
    const shop = openShop();
    const { id, token } = await send(shop);
    const withdrawn = await shop.admin.quoting.withdraw({ id });
    expect(withdrawn.status).toBe('withdrawn');
    expect(await shop.admin.quoting.withdraw({ id })).toEqual(withdrawn);
    await expect(shop.admin.quoting.send({ id })).rejects.toThrow(/is withdrawn/);
    await expect(shop.admin.quoting.revise({ id })).rejects.toThrow(/new quote/);
    expect((await shop.visitor.quoting.getByToken({ token })).status).toBe('withdrawn');
  });
});

describe('the link of a quote', () => {
  test('shows the client no ids but those of the lines', async () => {
    const shop = openShop();
    const { token } = await send(shop, { deposit: { percent: 25 } });
    const quote = await shop.visitor.quoting.getByToken({ token });
    expect(quote).toMatchObject({ number: 'Q-1001', status: 'sent', deposit: '41.65', newerToken: null, canApprove: true });
    for (const key of ['id', 'token', 'workOrderId', 'planId', 'depositInvoiceId', 'clientId']) expect(quote).not.toHaveProperty(key);
  });

  test('does not exist for a draft or an unknown token', async () => {
    const shop = openShop();
    const { id } = await compose(shop);
    const row = shop.db.$client.prepare('select token from quotes where id = ?').get(id) as { token: string };
    for (const token of [row.token, 'A'.repeat(22), 'x', ''])
      await expect(shop.visitor.quoting.getByToken({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is marked as viewed once, and by nothing but the beacon', async () => {
    const shop = openShop();
    const { id, token } = await send(shop);
    await shop.visitor.quoting.getByToken({ token });
    expect(await shop.admin.quoting.get({ id })).toMatchObject({ status: 'sent', viewedAt: null });
    expect(await shop.visitor.quoting.markViewed({ token })).toEqual({ ok: true });
    const viewed = await shop.admin.quoting.get({ id });
    expect(viewed).toMatchObject({ status: 'viewed', viewedAt: shop.clock.at.toISOString() });
    shop.clock.advance(60);
    await shop.visitor.quoting.markViewed({ token });
    expect(await shop.admin.quoting.get({ id })).toEqual(viewed);
  });
});

test('lists quotes by status, client and request, newest first in pages', async () => {
  const shop = openShop();
  const { id: clientId } = await newClient(shop);
  for (let count = 1; count <= 3; count++) await compose(shop, { clientId });
  const { id } = await send(shop);
  const ids = async (input: Parameters<typeof shop.admin.quoting.list>[0]) =>
    (await shop.admin.quoting.list(input)).rows.map((quote) => quote.id);
  expect(await ids({})).toEqual([4, 3, 2, 1]);
  expect(await ids({ clientId })).toEqual([3, 2, 1]);
  expect(await ids({ inquiryId: 1 })).toEqual([id]);
  expect(await ids({ status: 'sent' })).toEqual([id]);
  const page = await shop.admin.quoting.list({ limit: 2 });
  expect(page.nextCursor).toBe(3);
  expect(await ids({ limit: 2, cursor: page.nextCursor })).toEqual([2, 1]);
});
