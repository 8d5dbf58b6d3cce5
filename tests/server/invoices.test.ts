import { describe, expect } from 'vitest';
import { activity, invoices, outbox } from '../../db/schema';
import { invoicePaper } from '../../src/server/documents/invoice';
import { markOverdueInvoices } from '../../src/server/invoices/service';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { DEFAULT_COMPANY } from '../../src/shared/company';
import { INVOICE, type NewInvoice, RECEIPT } from '../support/invoices';
import { plansOf } from '../support/query-plans';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

const create = (shop: Shop, more: Partial<NewInvoice> = {}) => shop.admin.invoices.create({ ...INVOICE, ...more });
const listed = async (shop: Shop, input: Parameters<Shop['admin']['invoices']['list']>[0] = {}) =>
  (await shop.admin.invoices.list(input)).rows.map(({ invoiceNumber }) => invoiceNumber);
const verbs = (shop: Shop) =>
  shop.db
    .select({ verb: activity.verb })
    .from(activity)
    .all()
    .map(({ verb }) => verb);

describe('a new invoice', () => {
  test('gets its number, its taxes and its total from us, and is pending', async ({ shop }) => {
    expect(await create(shop)).toMatchObject({
      invoiceNumber: 'SPC001',
      subtotal: '100.00',
      hstAmount: '12.00',
      pstAmount: '7.00',
      totalAmount: '119.00',
      amountPaid: '0.00',
      balance: '119.00',
      status: 'pending',
      taxProfile: 'documented',
      hstRate: 1200,
      pstRate: 700,
      serviceDate: '2026-11-18',
      dueDate: '2026-12-04',
      paidDate: null,
    });
    expect(verbs(shop)).toContain('invoice.created');
  });
  test('takes no taxes, total or number from the caller', async ({ shop }) => {
    const sent = { ...INVOICE, hstAmount: '0.00', pstAmount: 0, totalAmount: '1.00', invoiceNumber: 'X-9', id: 77 };
    expect(await create(shop, sent)).toMatchObject({ id: 1, invoiceNumber: 'SPC001', hstAmount: '12.00', totalAmount: '119.00' });
  });
  test('may be a draft, which has a number and is not owed', async ({ shop }) => {
    expect(await create(shop, { status: 'draft' })).toMatchObject({ invoiceNumber: 'SPC001', status: 'draft' });
    expect(await shop.admin.invoices.summary()).toMatchObject({ drafts: 1, outstanding: { invoices: 0, amount: '0.00' } });
    expect(await shop.admin.invoices.update({ id: 1, status: 'pending' })).toMatchObject({ status: 'pending' });
    expect(await shop.admin.invoices.summary()).toMatchObject({ drafts: 0, outstanding: { invoices: 1, amount: '119.00' } });
  });
  test('keeps its line items, whose sum is the subtotal', async ({ shop }) => {
    const items = [
      { description: 'Kitchen', quantity: 2, price: '30.00' },
      { description: 'Soap', quantity: 4, price: 10, isGoods: true },
    ];
    expect((await create(shop, { items })).items).toEqual([
      { description: 'Kitchen', quantity: 2, price: '30.00', isGoods: false },
      { description: 'Soap', quantity: 4, price: '10.00', isGoods: true },
    ]);
    await expect(create(shop, { items, subtotal: '99.99' })).rejects.toThrow('These line items come to $100.00.');
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await create(shop, { items })).toMatchObject({ hstAmount: '5.00', pstAmount: '2.80', totalAmount: '107.80', pstRate: 700 });
  });
  test('keeps the taxes it was made with', async ({ shop }) => {
    await create(shop);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await create(shop)).toMatchObject({ taxProfile: 'bc-current', hstRate: 500, pstRate: 0, hstAmount: '5.00', pstAmount: '0.00' });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ taxProfile: 'documented', hstAmount: '12.00' });
    expect(await shop.admin.invoices.update({ id: 1, notes: 'Thank you' })).toMatchObject({
      taxProfile: 'documented',
      totalAmount: '119.00',
    });
    expect(await shop.admin.invoices.update({ id: 1, subtotal: 200 })).toMatchObject({ taxProfile: 'documented', totalAmount: '238.00' });
  });
  test('has the taxes of today while it is a draft', async ({ shop }) => {
    await create(shop, { status: 'draft' });
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await shop.admin.invoices.update({ id: 1, subtotal: 200 })).toMatchObject({ taxProfile: 'bc-current', totalAmount: '210.00' });
  });
  test('keeps the profile and the rates of its issue when its lines change', async ({ shop }) => {
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    await create(shop);
    // As of a year with another rate.
    shop.db.$client.exec('update invoices set hst_rate = 700');
    await shop.admin.settings.save({ taxProfile: 'documented' });
    const items = [
      { description: 'Kitchen', price: 100 },
      { description: 'Soap', price: 50, isGoods: true },
    ];
    expect(await shop.admin.invoices.update({ id: 1, items, subtotal: 150 })).toMatchObject({
      taxProfile: 'bc-current',
      hstRate: 700,
      pstRate: 700,
      hstAmount: '10.50',
      pstAmount: '3.50',
      totalAmount: '164.00',
    });
  });
  test.for([
    ['no customer', { customerName: ' ' }, 'Missing Information: Please fill in all required fields.'],
    ['no service', { serviceType: '' }, 'Missing Information: Please fill in all required fields.'],
    ['no service date', { serviceDate: '' }, 'Missing Information: Please fill in all required fields.'],
    ['no due date', { dueDate: undefined }, 'Missing Information: Please fill in all required fields.'],
    ['no subtotal', { subtotal: '' }, 'Missing Information: Please fill in all required fields.'],
    ['a day that is none', { dueDate: '2026-02-30' }, 'Please enter a day such as 2026-11-20.'],
    ['an amount in words', { subtotal: '1e3' }, 'Please enter an amount such as 149.00.'],
    ['less than nothing', { subtotal: '-1' }, 'Please enter an amount such as 149.00.'],
    ['a broken address', { customerEmail: 'maria' }, 'Please enter a valid email address, such as name@example.com.'],
    ['paid from the beginning', { status: 'paid' }, 'A new invoice is draft or pending.'],
    ['more than a column holds', { subtotal: '90000000.00' }, 'Please keep the total at or under $99,999,999.99.'],
  ])('is refused with %s', async ([_what, more, message], { shop }) => {
    await expect(create(shop, more as never)).rejects.toThrow(message);
    expect(await listed(shop)).toEqual([]);
  });
  test('sent twice under one key is one invoice, and another one under it is refused', async ({ shop }) => {
    const first = await create(shop, { idempotencyKey: 'form-1' });
    expect(await create(shop, { idempotencyKey: 'form-1' })).toEqual(first);
    await expect(create(shop, { idempotencyKey: 'form-1', subtotal: 7 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(await listed(shop)).toEqual(['SPC001']);
  });
  test('whose first lies in the bin is not made again under its key', async ({ shop }) => {
    await create(shop, { idempotencyKey: 'form-1' });
    await shop.admin.invoices.delete({ id: 1 });
    const { token } = await shop.logIn();
    const answer = await shop.request('POST', '/api/invoices', { body: INVOICE, token, headers: { 'Idempotency-Key': 'form-1' } });
    const message = 'This was made already as invoice SPC001, which was voided.';
    expect([answer.status, await answer.json()]).toMatchObject([409, { message }]);
    await shop.admin.invoices.restore({ id: 1 });
    expect(await create(shop, { idempotencyKey: 'form-1' })).toMatchObject({ id: 1 });
  });
  test('is no business of visitors and members', async ({ shop }) => {
    await expect(shop.visitor.invoices.create(INVOICE)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.member.invoices.create(INVOICE)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a draft that is issued', () => {
  const issuedAt = '2026-11-22T20:00:00.000Z';
  test.for<[string, (shop: Shop) => unknown]>([
    ['by hand', ({ admin }) => admin.invoices.update({ id: 1, status: 'pending' })],
    ['by its payment', ({ admin }) => admin.invoices.update({ id: 1, status: 'paid' })],
    [
      'by a part of it',
      ({ admin }) => admin.invoices.recordPayment({ id: 1, amount: 10, paymentMethod: 'card', paymentDate: '2026-11-20' }),
    ],
    ['by e-mail', ({ admin }) => admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' })],
  ])('%s has the day of that on paper, and stays in the log', async ([_how, issue], { shop }) => {
    expect(await create(shop, { status: 'draft' })).toMatchObject({ issuedAt: null });
    shop.clock.advance(2 * 1440);
    await issue(shop);
    const issued = await shop.admin.invoices.get({ id: 1 });
    expect(issued).toMatchObject({ createdAt: '2026-11-20T20:00:00.000Z', issuedAt });
    expect(invoicePaper(issued, DEFAULT_COMPANY).facts).toContainEqual({ label: 'Date', text: 'Sunday, November 22, 2026' });
    expect(verbs(shop).filter((verb) => verb === 'invoice.issued')).toHaveLength(1);
  });
  test('was so from the beginning where it was none', async ({ shop }) => {
    expect(await create(shop)).toMatchObject({ issuedAt: '2026-11-20T20:00:00.000Z' });
  });
});

describe('an invoice by e-mail', () => {
  test('that is asked for again and again within a minute goes out once, to each address and of each version', async ({ shop }) => {
    await create(shop, { status: 'draft' });
    const send = (customerEmail = 'maria@example.com') => shop.admin.invoices.email({ invoiceId: 1, customerEmail });
    const sent = () => shop.rows(outbox).length;
    const answers = await Promise.all([send(), send(), send('Maria@Example.com')]);
    expect([answers, sent()]).toEqual([Array.from({ length: 3 }, () => ({ success: true, isStored: true })), 1]);
    await send('jon@example.com');
    expect(sent()).toBe(2);
    await shop.admin.invoices.update({ id: 1, notes: 'Thank you' });
    await send();
    expect(sent()).toBe(3);
    shop.clock.advance(2);
    await send();
    expect(sent()).toBe(4);
  });
  test('says of a paid one how, and of the others what is open and until when', async ({ shop }) => {
    await create(shop);
    const send = async () => {
      await shop.admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
      return shop.rows(outbox).at(-1)?.body;
    };
    expect(await send()).toMatch(/\$119\.00[\s\S]*December 4, 2026/);
    await shop.admin.invoices.update({ id: 1, status: 'paid', paymentMethod: 'e-transfer' });
    const paid = await send();
    expect(paid).toMatch(/e-transfer/i);
    expect(paid).not.toMatch(/December 4/);
  });
  test('is a refund as what it is', async ({ shop }) => {
    await shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true });
    await shop.admin.invoices.emailReceipt({ receiptId: 1, customerEmail: 'maria@example.com' });
    expect(shop.rows(outbox)).toMatchObject([{ purpose: 'refund-sent', subject: expect.stringMatching(/refund/i) }]);
  });
  test('nor is a receipt', async ({ shop }) => {
    await shop.admin.invoices.createReceipt(RECEIPT);
    const send = () => shop.admin.invoices.emailReceipt({ receiptId: 1, customerEmail: 'maria@example.com' });
    expect(await send()).toEqual(await send());
    expect(shop.rows(outbox)).toHaveLength(1);
  });
});

describe('days', () => {
  test.for(['2026-11-18', '2026-11-18T00:00:00.000Z', '2026-11-18T20:00:00-07:00', '2026-11-19T02:00:00Z'])(
    'do not shift: %s is the 18th, also after five saves',
    async (day, { shop }) => {
      let saved = await create(shop, { serviceDate: day, dueDate: day });
      for (let time = 0; time < 5; time++)
        saved = await shop.admin.invoices.update({ id: 1, serviceDate: saved.serviceDate, dueDate: saved.dueDate, notes: `${time}` });
      expect([saved.serviceDate, saved.dueDate]).toEqual(['2026-11-18', '2026-11-18']);
    },
  );
});

describe('an invoice past its due date', () => {
  test('is overdue from the next day of the company on, whatever is stored', async () => {
    const shop = openShop({ now: '2026-12-05T06:59:00.000Z' });
    await create(shop);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'pending' });
    shop.clock.advance(1);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'overdue' });
    expect(await listed(shop, { view: 'overdue' })).toEqual(['SPC001']);
    expect(await listed(shop, { view: 'pending' })).toEqual([]);
    expect(await listed(shop, { view: 'open' })).toEqual(['SPC001']);
    expect(await shop.admin.invoices.summary()).toMatchObject({ overdue: { invoices: 1, amount: '119.00' } });
  });
  test('is written down by the daily job, comes back with a later date, and can be paid', async () => {
    const shop = openShop({ now: '2026-12-06T20:00:00.000Z' });
    await create(shop);
    await create(shop, { status: 'draft' });
    markOverdueInvoices(shop.ctx);
    markOverdueInvoices(shop.ctx);
    expect(verbs(shop).filter((verb) => verb === 'invoice.overdue')).toHaveLength(1);
    expect(await shop.admin.invoices.update({ id: 1, dueDate: '2026-12-31' })).toMatchObject({ status: 'pending' });
    expect(shop.rows(invoices)).toMatchObject([{ status: 'pending' }, { status: 'draft' }]);
    expect(await shop.admin.invoices.update({ id: 2 })).toMatchObject({ status: 'draft' });
    expect(await shop.admin.invoices.update({ id: 1, dueDate: '2026-12-01' })).toMatchObject({ status: 'overdue' });
    expect(await shop.admin.invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid' });
    markOverdueInvoices(shop.ctx);
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'paid' });
  });
  test('is found by the day it was due, without a look at what is not due yet', async ({ shop }) => {
    await create(shop);
    const plans = await plansOf(shop, async () => markOverdueInvoices(shop.ctx));
    expect(plans).toContainEqual('SEARCH invoices USING INDEX invoices_open (due_date<?)');
  });
});

describe('a change of an invoice', () => {
  test('keeps what is absent and reckons anew', async ({ shop }) => {
    await create(shop);
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '250', customerName: 'Maria S.' })).toMatchObject({
      customerName: 'Maria S.',
      customerEmail: 'maria@example.com',
      serviceDescription: 'Two floors',
      subtotal: '250.00',
      totalAmount: '297.50',
    });
  });
  test('keeps the line items unless others come, and their subtotal with them', async ({ shop }) => {
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    const made = await create(shop, { items: [{ description: 'Soap', quantity: 1, price: 100, isGoods: true }] });
    expect(made).toMatchObject({ totalAmount: '112.00' });
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '100.00' })).toMatchObject({ totalAmount: '112.00', items: made.items });
    await expect(shop.admin.invoices.update({ id: 1, subtotal: 90 })).rejects.toThrow('These line items come to $100.00.');
    expect(await shop.admin.invoices.update({ id: 1, subtotal: 90, items: [] })).toMatchObject({ totalAmount: '94.50', items: [] });
  });
  test('is refused where somebody else has changed it since the form saw it', async ({ shop }) => {
    const { updatedAt } = await create(shop);
    shop.clock.advance(1);
    await shop.admin.invoices.update({ id: 1, notes: 'one', updatedAtWas: updatedAt });
    await expect(shop.admin.invoices.update({ id: 1, notes: 'two', updatedAtWas: updatedAt })).rejects.toThrow(
      'Invoice SPC001 was changed meanwhile. Please look at it again.',
    );
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ notes: 'one' });
  });
  test('is told from another one of the same millisecond', async ({ shop }) => {
    const { updatedAt } = await create(shop);
    await shop.admin.invoices.update({ id: 1, notes: 'one', updatedAtWas: updatedAt });
    const second = shop.admin.invoices.update({ id: 1, notes: 'two', updatedAtWas: updatedAt });
    await expect(second).rejects.toThrow('Invoice SPC001 was changed meanwhile.');
    const seen = new Set([updatedAt, (await shop.admin.invoices.get({ id: 1 })).updatedAt]);
    const payment = { id: 1, amount: 10, paymentMethod: 'card', paymentDate: '2026-11-20' } as const;
    seen.add((await shop.admin.invoices.recordPayment(payment)).updatedAt);
    await shop.admin.invoices.deleteReceipt({ id: 1 });
    seen.add((await shop.admin.invoices.get({ id: 1 })).updatedAt);
    await shop.admin.invoices.delete({ id: 1 });
    seen.add((await shop.admin.invoices.restore({ id: 1 })).updatedAt);
    seen.add((await shop.admin.invoices.update({ id: 1, status: 'paid' })).updatedAt);
    expect(seen.size).toBe(6);
  });
  test('is refused once it is paid, and below what was paid of it', async ({ shop }) => {
    await create(shop);
    await shop.admin.invoices.recordPayment({ id: 1, amount: 60, paymentMethod: 'card', paymentDate: '2026-11-20' });
    await expect(shop.admin.invoices.update({ id: 1, subtotal: 50 })).rejects.toThrow('$60.00 of invoice SPC001 is paid already');
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await expect(shop.admin.invoices.update({ id: 1, notes: 'x' })).rejects.toThrow('Invoice SPC001 is paid and cannot be changed.');
  });
  test.for([
    ['pending', 'draft', 'An invoice that is pending cannot become draft.'],
    ['pending', 'overdue', 'An invoice that is pending cannot become overdue.'],
    ['draft', 'overdue', 'An invoice that is draft cannot become overdue.'],
    ['paid', 'draft', 'An invoice that is paid cannot become draft.'],
  ] as const)('from %s to %s is refused', async ([from, to, message], { shop }) => {
    await create(shop, { status: from === 'draft' ? 'draft' : 'pending' });
    if (from === 'paid') await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await expect(shop.admin.invoices.update({ id: 1, status: to })).rejects.toThrow(message);
    expect(await shop.admin.invoices.update({ id: 1, status: from })).toMatchObject({ status: from });
  });
  test('of one that is not there is refused', async () => {
    await expect(openShop().admin.invoices.update({ id: 9, notes: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the list of invoices', () => {
  test('is newest first, in pages, by view and by any words', async ({ shop }) => {
    for (const [name, status] of [
      ['Maria Santos', 'pending'],
      ['Zoë Müller', 'draft'],
      ['Thompson Dental', 'pending'],
    ] as const)
      await create(shop, { customerName: name, status, serviceType: name === 'Zoë Müller' ? 'Window Cleaning' : 'Deep Cleaning' });
    await shop.admin.invoices.update({ id: 3, status: 'paid' });
    expect(await listed(shop)).toEqual(['SPC003', 'SPC002', 'SPC001']);
    const first = await shop.admin.invoices.list({ limit: 2 });
    expect(first.nextCursor).toBe(2);
    expect(await listed(shop, { limit: 2, cursor: first.nextCursor })).toEqual(['SPC001']);
    for (const [view, numbers] of [
      ['paid', ['SPC003']],
      ['draft', ['SPC002']],
      ['open', ['SPC001']],
    ] as const)
      expect(await listed(shop, { view })).toEqual(numbers);
    for (const [search, numbers] of [
      ['zoe', ['SPC002']],
      ['muller window', ['SPC002']],
      ['spc003', ['SPC003']],
      ['deep', ['SPC003', 'SPC001']],
      ['Zo', ['SPC002']],
      ['nobody', []],
      ['%', []],
      ['"', []],
    ] as const)
      expect([search, await listed(shop, { search })]).toEqual([search, numbers]);
    expect(await listed(shop, { search: 'deep', limit: 1, cursor: 3 })).toEqual(['SPC001']);
  });
});

describe('a voided invoice', () => {
  test('leaves every list but its own, keeps its payments, and can be restored', async ({ shop }) => {
    await create(shop);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(await shop.admin.invoices.delete({ id: 1 })).toEqual({ success: true });
    expect(await listed(shop)).toEqual([]);
    expect(await listed(shop, { view: 'paid' })).toEqual([]);
    expect(await listed(shop, { view: 'voided' })).toEqual(['SPC001']);
    expect(await listed(shop, { view: 'voided', search: 'maria' })).toEqual(['SPC001']);
    const voidedAt = '2026-11-20T20:00:00.000Z';
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ voidedAt, status: 'paid', receipts: [{ id: 1 }] });
    for (const call of [
      shop.admin.invoices.delete({ id: 1 }),
      shop.admin.invoices.update({ id: 1, status: 'paid' }),
      shop.admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await shop.admin.invoices.bin({})).rows.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['SPC001']);
    expect(await shop.admin.invoices.getReceipt({ id: 1 })).toMatchObject({ invoiceId: 1, invoiceNumber: 'SPC001', amountPaid: '119.00' });
    const restored = { invoiceNumber: 'SPC001', status: 'paid', deletedAt: null, voidedAt: null };
    expect(await shop.admin.invoices.restore({ id: 1 })).toMatchObject(restored);
    const before = shop.db.$client.serialize();
    expect(await shop.admin.invoices.restore({ id: 1 })).toMatchObject(restored);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    expect(await listed(shop, { view: 'voided' })).toEqual([]);
  });
  test('is never purged, and cannot be restored after 30 days', async ({ shop }) => {
    await create(shop);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await shop.admin.invoices.delete({ id: 1 });
    shop.clock.advance(30 * 1440);
    expect((await shop.admin.invoices.summary()).inBin).toBe(1);
    shop.clock.advance(6 * 365 * 1440);
    purgeInvoiceBin(shop.ctx);
    expect((await shop.admin.invoices.summary()).inBin).toBe(0);
    expect((await shop.admin.invoices.bin({})).rows).toEqual([]);
    expect(await listed(shop, { view: 'voided' })).toEqual(['SPC001']);
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Invoice SPC001 was voided more than 30 days ago and stays void.',
    });
    expect(await shop.admin.invoices.getReceipt({ id: 1 })).toMatchObject({ invoiceNumber: 'SPC001', amountPaid: '119.00' });
  });
});

describe('the bin of drafts', () => {
  test('gives a number that was taken meanwhile no second time', async ({ shop }) => {
    await create(shop, { status: 'draft' });
    await shop.admin.invoices.delete({ id: 1 });
    expect((await create(shop)).invoiceNumber).toBe('SPC001');
    expect(await shop.admin.invoices.restore({ id: 1 })).toMatchObject({ invoiceNumber: 'SPC002' });
    expect(await listed(shop)).toEqual(['SPC001', 'SPC002']);
  });
  test('is emptied after 30 days', async ({ shop }) => {
    await create(shop, { status: 'draft' });
    await shop.admin.invoices.delete({ id: 1 });
    await expect(shop.admin.invoices.get({ id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listed(shop, { view: 'voided' })).toEqual([]);
    shop.clock.advance(30 * 1440);
    purgeInvoiceBin(shop.ctx);
    expect((await shop.admin.invoices.bin({})).rows).toHaveLength(1);
    shop.clock.advance(1);
    purgeInvoiceBin(shop.ctx);
    expect((await shop.admin.invoices.bin({})).rows).toHaveLength(0);
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
