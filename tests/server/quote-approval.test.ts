import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { approve, assertSound, compose, getCurrent, idOf, request, SUPPLIES, send, WINDOWS } from '../support/quoting';
import { openShop } from '../support/shop';

describe('approving a quote', () => {
  test('freezes lines, taxes and total, confirms the request and creates the client and one job', async () => {
    const shop = openShop();
    const quote = await send(shop);
    const chosen = [idOf(quote, 'Oven')];
    const answer = await approve(shop, quote, { chosen, total: '214.20', name: ' Anna Berg ' });
    expect(answer).toMatchObject({
      ...{ status: 'approved', subtotal: '180.00', hstAmount: '21.60', pstAmount: '12.60', total: '214.20', minutes: 150 },
      ...{ approvedName: 'Anna Berg', approvedAt: shop.clock.at.toISOString(), canApprove: false },
    });
    expect(answer.lines.filter(({ isChosen }) => isChosen).map(({ id }) => id)).toEqual(chosen);
    expect(await shop.admin.quotes.get({ id: 1 })).toMatchObject({ status: 'confirmed', clientId: 1, workOrderId: 1 });
    const { workOrderId, planId, depositInvoiceId, clientId } = await shop.admin.quoting.get({ id: quote.id });
    expect({ workOrderId, planId, depositInvoiceId, clientId }).toEqual({
      workOrderId: 1,
      planId: null,
      depositInvoiceId: null,
      clientId: 1,
    });
    const order = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    expect(order).toMatchObject({ totalAmount: '180.00', estimatedDuration: 150, crewSize: 1, status: 'scheduled' });
    expect(order.jobComponents.map(({ component, estimatedTime }) => [component, estimatedTime])).toEqual([
      ['Windows, inside and out', 120],
      ['Oven', 30],
    ]);
    assertSound(shop);
  });

  test('keeps a snapshot with its hash, and the approver only as a hash', async () => {
    const shop = openShop();
    const quote = await send(shop, { deposit: { percent: 50 } });
    await approve(shop, quote);
    const row = shop.db.$client.prepare('select snapshot, snapshot_hash, approved_ip_hash from quotes').get() as Record<string, string>;
    expect(row.snapshot_hash).toBe(
      createHash('sha256')
        .update(row.snapshot ?? '')
        .digest('hex'),
    );
    expect(JSON.parse(row.snapshot ?? '')).toMatchObject({ number: 'Q-1001', totalCents: 16_660, depositCents: 8330, hstRate: 1200 });
    expect(row.approved_ip_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('gives the same answer to a repeat, and 409 with the current quote to other values', async () => {
    const shop = openShop();
    const quote = await send(shop);
    const oven = idOf(quote, 'Oven');
    const answer = await approve(shop, quote, { chosen: [oven], total: '214.20' });
    shop.clock.advance(10);
    expect(await approve(shop, quote, { chosen: [oven, oven], total: '214.20', name: 'Another' })).toEqual(answer);
    for (const changes of [{ total: '214.20' }, { chosen: [oven] }, { chosen: [oven], total: '214.20', version: 2 }])
      expect(await getCurrent(approve(shop, quote, changes))).toMatchObject({ code: 'CONFLICT', status: 'approved', total: '214.20' });
    expect((await shop.admin.dispatch.listWorkOrders({})).rows).toHaveLength(1);
  });

  test('gives a second quote of the same request a job of its own', async () => {
    const shop = openShop();
    const first = await send(shop);
    const second = await send(shop, { inquiryId: 1 });
    for (const quote of [first, second]) await approve(shop, quote);
    const made = await Promise.all([first, second].map(({ id }) => shop.admin.quoting.get({ id })));
    expect(made.map(({ status, workOrderId }) => [status, workOrderId])).toEqual([
      ['approved', 1],
      ['approved', 2],
    ]);
    assertSound(shop);
  });

  test.each([
    ['becomes a visit of the plan on a day of its rule', '2026-11-24T21:00:00.000Z', ['2026-11-24T17:00:00.000Z', 'scheduled', 1]],
    ['is cancelled on another day', '2026-11-25T21:00:00.000Z', ['2026-11-25T21:00:00.000Z', 'cancelled', null]],
  ] as const)('makes a plan, and the job that the office made %s', async (_what, scheduledDate, job) => {
    const shop = openShop();
    const plan = { rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2026-11-24', startTime: '10:00' };
    const quote = await send(shop, { plan });
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate, confirm: true });
    await approve(shop, quote);
    const { rows } = await shop.admin.dispatch.listWorkOrders({});
    expect(rows.filter(({ id }) => id === 1).map((row) => [row.scheduledDate, row.status, row.planId])).toEqual([job]);
    const open = rows.filter(({ status }) => status === 'scheduled').map((row) => row.planDate);
    expect([open.length, new Set(open).size, open.includes(null)]).toEqual([6, 6, false]);
    expect(rows.filter(({ totalAmount }) => totalAmount === '140.00')).toHaveLength(6);
    assertSound(shop);
  });

  test('keeps a waiting draft of the next version from being changed', async () => {
    const shop = openShop();
    const quote = await send(shop);
    const draft = await shop.admin.quoting.revise({ id: quote.id, lines: [WINDOWS] });
    await approve(shop, quote);
    await expect(shop.admin.quoting.revise({ id: draft.id, message: 'Cheaper' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.quoting.get({ id: draft.id })).toEqual(draft);
  });

  test.each([
    ['another version', { version: 2 }],
    ['another total', { total: '166.61' }],
    ['the total before tax', { total: '140.00' }],
    ['a line that is not optional', { chosen: [1], total: '166.60' }],
    ['a line of another quote', { chosen: [99] }],
  ])('rejects %s with the current quote', async (_what, changes) => {
    const shop = openShop();
    const quote = await send(shop);
    expect(await getCurrent(approve(shop, quote, changes))).toMatchObject({
      code: 'CONFLICT',
      status: 'sent',
      total: '166.60',
      version: 1,
    });
    expect((await shop.admin.dispatch.listWorkOrders({})).rows).toEqual([]);
  });

  test.each(['', '   '])('rejects the empty name "%s"', async (name) => {
    const shop = openShop();
    await expect(approve(shop, await send(shop), { name })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Please type your name.',
    });
  });

  test('does not know a draft or an unknown token', async () => {
    const shop = openShop();
    const draft = await compose(shop);
    const { token } = shop.db.$client.prepare('select token from quotes').get() as { token: string };
    for (const one of [token, 'A'.repeat(22)])
      await expect(approve(shop, { ...draft, token: one })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is impossible for a version that was replaced, with the link of the newer one', async () => {
    const shop = openShop();
    const first = await send(shop);
    const draft = await shop.admin.quoting.revise({ id: first.id, lines: [WINDOWS] });
    const second = await shop.admin.quoting.send({ id: draft.id });
    expect(await getCurrent(approve(shop, first))).toMatchObject({ code: 'CONFLICT', status: 'superseded', newerToken: second.token });
    expect(await approve(shop, { ...second, token: second.token ?? '' })).toMatchObject({
      status: 'approved',
      total: '178.50',
      version: 2,
    });
  });

  test('approves what was shown while the office writes the next version', async () => {
    const shop = openShop();
    const quote = await send(shop);
    const draft = await shop.admin.quoting.revise({ id: quote.id, lines: [{ ...WINDOWS, price: '500.00' }] });
    expect(await approve(shop, quote)).toMatchObject({ status: 'approved', total: '166.60' });
    await expect(shop.admin.quoting.send({ id: draft.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(shop.admin.quoting.revise({ id: quote.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(shop.admin.quoting.send({ id: quote.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(shop.admin.quoting.withdraw({ id: quote.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('is impossible for a withdrawn quote', async () => {
    const shop = openShop();
    const quote = await send(shop);
    await shop.admin.quoting.withdraw({ id: quote.id });
    expect(await getCurrent(approve(shop, quote))).toMatchObject({ code: 'CONFLICT', status: 'withdrawn' });
  });

  test('ends with the validity, unless the owner allows late approvals', async () => {
    const shop = openShop({ now: '2026-11-20T20:00:00.000Z' });
    const quote = await send(shop, { validUntil: '2026-11-21' });
    shop.clock.at = new Date('2026-11-22T08:00:00.000Z');
    expect(await getCurrent(approve(shop, quote))).toMatchObject({ code: 'CONFLICT', status: 'expired', canApprove: false });
    await shop.admin.settings.save({ allowLateApproval: true });
    expect(await shop.visitor.quoting.getByToken({ token: quote.token })).toMatchObject({ status: 'expired', canApprove: true });
    expect(await approve(shop, quote)).toMatchObject({ status: 'approved' });
  });

  test('ends with the validity after a request for a change too', async () => {
    const shop = openShop({ now: '2026-11-20T20:00:00.000Z' });
    const quote = await send(shop, { validUntil: '2026-11-20' });
    await shop.visitor.quoting.requestChange({ token: quote.token, text: 'Without the windows, please.' });
    shop.clock.advance(2 * 1440);
    expect(await getCurrent(approve(shop, quote))).toMatchObject({ code: 'CONFLICT' });
  });

  test('lasts for the whole last day of the validity', async () => {
    const shop = openShop({ now: '2026-11-20T20:00:00.000Z' });
    const quote = await send(shop, { validUntil: '2026-11-20' });
    shop.clock.at = new Date('2026-11-21T06:59:00.000Z');
    expect(await approve(shop, quote)).toMatchObject({ status: 'approved' });
  });

  test('keeps the taxes that were shown when the rates change meanwhile', async () => {
    const shop = openShop();
    const quote = await send(shop);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await approve(shop, quote)).toMatchObject({ hstAmount: '16.80', pstAmount: '9.80', total: '166.60' });
  });

  test('taxes goods that were chosen under the current rates of British Columbia', async () => {
    const shop = openShop();
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    const quote = await send(shop, { lines: [WINDOWS, SUPPLIES] });
    expect(quote.total).toBe('157.50');
    const chosen = [idOf(quote, 'Refill kit')];
    expect(await approve(shop, quote, { chosen, total: '179.90' })).toMatchObject({
      hstAmount: '8.50',
      pstAmount: '1.40',
      total: '179.90',
    });
  });

  test('uses the job that the office made from the request already', async () => {
    const shop = openShop();
    const inquiryId = await request(shop);
    await shop.admin.quotes.setStatus({ id: inquiryId, status: 'confirmed' });
    await approve(shop, await send(shop, { inquiryId }));
    const { rows } = await shop.admin.dispatch.listWorkOrders({});
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ totalAmount: '140.00', estimatedDuration: 120 });
    expect(rows[0]?.jobComponents.map(({ component }) => component)).toEqual(['Windows, inside and out']);
  });

  test('creates a job of its own beside one that was done', async () => {
    const shop = openShop();
    const inquiryId = await request(shop);
    await shop.admin.quotes.setStatus({ id: inquiryId, status: 'confirmed' });
    for (const status of ['in-progress', 'completed'] as const)
      await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status, confirm: true });
    await approve(shop, await send(shop, { inquiryId }));
    expect((await shop.admin.dispatch.listWorkOrders({})).rows).toHaveLength(2);
  });

  test('makes no second job when the request is confirmed later again', async () => {
    const shop = openShop();
    const plan = { rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2026-11-24', startTime: '10:00' };
    const quote = await send(shop, { plan });
    await approve(shop, quote);
    const before = (await shop.admin.dispatch.listWorkOrders({ limit: 50 })).rows.length;
    for (const status of ['completed', 'pending', 'confirmed'] as const) await shop.admin.quotes.setStatus({ id: 1, status });
    expect((await shop.admin.dispatch.listWorkOrders({ limit: 50 })).rows).toHaveLength(before);
    await expect(shop.admin.quotes.undoStatus({ id: 1 })).resolves.toMatchObject({ status: 'pending' });
  });

  test('cannot be undone as a step of the office', async () => {
    const shop = openShop();
    await approve(shop, await send(shop));
    await expect(shop.admin.quotes.undoStatus({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('leaves a deleted request as it is', async () => {
    const shop = openShop();
    const quote = await send(shop);
    await shop.admin.quotes.deleteAll();
    await approve(shop, quote);
    await shop.admin.quotes.restore();
    expect(await shop.admin.quotes.get({ id: 1 })).toMatchObject({ status: 'pending', clientId: null });
  });

  test('creates a plan when the quote has a frequency', async () => {
    const shop = openShop();
    const plan = { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', startDate: '2026-11-24', startTime: '10:00', discountPercent: 10 };
    const quote = await send(shop, { plan, deposit: { amount: '50.00' } });
    expect(quote.plan).toEqual(plan);
    await approve(shop, quote);
    const { planId, workOrderId, depositInvoiceId } = await shop.admin.quoting.get({ id: quote.id });
    expect([planId, workOrderId, depositInvoiceId]).toEqual([1, null, 1]);
    const made = await shop.admin.plans.get({ id: 1 });
    expect(made).toMatchObject({ ...plan, clientId: 1, price: '140.00', minutes: 120, status: 'active' });
    expect(made.visits?.[0]).toMatchObject({ date: '2026-11-24', status: 'planned' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ totalAmount: '140.00', planId: 1 });
    assertSound(shop);
  });

  test.each([
    ['daily', { rrule: 'FREQ=DAILY', startDate: '2026-11-24', startTime: '10:00' }],
    ['at no time', { rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2026-11-24', startTime: '25:00' }],
    ['in ten years', { rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2036-11-25', startTime: '10:00' }],
  ])('rejects a plan %s when the quote is written', async (_what, plan) => {
    await expect(compose(openShop(), { plan })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('works for the client of a quote without a request', async () => {
    const shop = openShop();
    const person = { name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St' };
    const { id: clientId } = await shop.admin.clients.create(person);
    await approve(shop, await send(shop, { clientId }));
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ clientId, totalAmount: '140.00' });
  });
});
