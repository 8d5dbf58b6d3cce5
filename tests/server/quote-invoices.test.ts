import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markExpiredQuotes } from '../../src/server/quoting/sending';
import { times } from '../support/length';
import { approve, assertSound, compose, idOf, OVEN, SPRING, SUPPLIES, send, WINDOWS } from '../support/quoting';
import { openShop, type Shop } from '../support/shop';

const cents = (amount: string) => Math.round(Number(amount) * 100);
const finish = async ({ admin }: Shop, id: number) => {
  for (const status of ['in-progress', 'completed'] as const) await admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
};
/** Approves a quote with all its optional lines, does the job and makes its invoice. */
async function billQuote(shop: Shop, changes: Parameters<typeof send>[1] = {}) {
  const quote = await send(shop, changes);
  const chosen = quote.lines.filter(({ isOptional }) => isOptional).map(({ id }) => id);
  const all = { lines: quote.lines.map((line) => ({ ...line, isOptional: false })) };
  const { total } = await compose(shop, {
    lines: all.lines.map(({ id: _id, isChosen: _isChosen, ...line }) => line),
    inquiryId: quote.inquiryId ?? undefined,
  });
  await approve(shop, quote, { chosen, total });
  const approved = await shop.admin.quoting.get({ id: quote.id });
  const { id } = await shop.admin.dispatch.getWorkOrder({ id: approved.workOrderId ?? 0 });
  await finish(shop, id);
  const deposit = approved.depositInvoiceId === null ? undefined : await shop.admin.invoices.get({ id: approved.depositInvoiceId });
  return { quote: approved, deposit, invoice: await shop.admin.invoices.createFromWorkOrder({ id }) };
}

describe('the invoices of a quoted job', () => {
  test('are the deposit and the rest, which add up to the quote', async () => {
    const shop = openShop();
    const { quote, deposit, invoice } = await billQuote(shop, { deposit: { percent: 25 } });
    expect(deposit).toMatchObject({ totalAmount: quote.deposit, status: 'pending', workOrderId: null });
    for (const [one, of] of [
      ['subtotal', 'subtotal'],
      ['hstAmount', 'hstAmount'],
      ['pstAmount', 'pstAmount'],
      ['totalAmount', 'total'],
    ] as const)
      expect(cents(deposit?.[one] ?? '') + cents(invoice[one])).toBe(cents(quote[of]));
    expect(invoice.balance).toBe(invoice.totalAmount);
    expect(invoice.items.map(({ description, price, isDeduction }) => [description, price, isDeduction ?? false])).toEqual([
      [WINDOWS.description, '150.00', false],
      [SPRING.description, '-10.00', true],
      [OVEN.description, '40.00', false],
      [SUPPLIES.description, '20.00', false],
      [`Deposit, invoice ${deposit?.invoiceNumber}`, `-${deposit?.subtotal}`, true],
    ]);
    assertSound(shop);
  });

  test('keep the taxes of the approval when the rates change', async () => {
    const shop = openShop();
    const quote = await send(shop);
    await approve(shop, quote);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    await finish(shop, 1);
    const invoice = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(invoice).toMatchObject({ totalAmount: '166.60', hstAmount: '16.80', pstAmount: '9.80', taxProfile: 'documented' });
  });

  test('charge everything once the deposit invoice was voided before', async () => {
    const shop = openShop();
    const quote = await send(shop, { deposit: { amount: '50.00' } });
    await approve(shop, quote);
    await shop.admin.invoices.delete({ id: 1 });
    await finish(shop, 1);
    const invoice = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(invoice.totalAmount).toBe('166.60');
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toThrow(/charges the whole price/);
  });

  test('keep a deposit as it is once it was deducted', async () => {
    const shop = openShop();
    const { deposit, invoice } = await billQuote(shop, { deposit: { amount: '50.00' } });
    const id = deposit?.id ?? 0;
    const refusal = /deducts the deposit/;
    await expect(shop.admin.invoices.delete({ id })).rejects.toThrow(refusal);
    await expect(shop.admin.invoices.createCreditNote({ invoiceId: id, amount: '5.00', reason: 'Sorry' })).rejects.toThrow(refusal);
    await expect(shop.admin.invoices.update({ id, items: [{ description: 'Less', price: '1.00' }], subtotal: '1.00' })).rejects.toThrow(
      refusal,
    );
    const without = invoice.items.filter(({ depositInvoiceId }) => !depositInvoiceId);
    await expect(shop.admin.invoices.update({ id: invoice.id, items: without, subtotal: '200.00' })).rejects.toThrow(/deducts a deposit/);
    await shop.admin.invoices.delete({ id: invoice.id });
    await shop.admin.invoices.delete({ id });
    await expect(shop.admin.invoices.restore({ id: invoice.id })).rejects.toThrow(/was voided/);
    assertSound(shop);
  });

  test('deduct the deposit from an invoice that the office writes by hand', async () => {
    const shop = openShop();
    await approve(shop, await send(shop, { deposit: { amount: '50.00' } }));
    await finish(shop, 1);
    const form = await shop.admin.invoices.forJob({ workOrderId: 1 });
    expect(await shop.admin.invoices.create(form)).toMatchObject({ totalAmount: '116.60' });
  });

  test('have nothing left to pay after a deposit of everything', async () => {
    const shop = openShop();
    const { invoice } = await billQuote(shop, { deposit: { percent: 100 } });
    expect(invoice).toMatchObject({ totalAmount: '0.00', status: 'paid' });
    assertSound(shop);
  });

  test('follow a price that the office changed since', async () => {
    const shop = openShop();
    await approve(shop, await send(shop));
    await shop.admin.dispatch.updateWorkOrder({ id: 1, totalAmount: '120.00' });
    await finish(shop, 1);
    expect(await shop.admin.invoices.createFromWorkOrder({ id: 1 })).toMatchObject({ subtotal: '120.00' });
  });

  test('equal the quote to the cent, whatever it contains', async () => {
    const shop = openShop();
    const line = fc.record({
      kind: fc.constantFrom('service', 'extra', 'goods'),
      description: fc.constantFrom('Windows', 'Oven', 'Soap'),
      quantity: fc.integer({ min: 1, max: 9 }),
      price: fc.integer({ min: 1, max: 99_999 }).map((value) => (value / 100).toFixed(2)),
      isOptional: fc.boolean(),
    });
    const basket = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      percent: fc.integer({ min: 0, max: 99 }),
      taxProfile: fc.constantFrom('documented', 'bc-current'),
    });
    const property = fc.asyncProperty(basket, async ({ lines, percent, taxProfile }) => {
      await shop.admin.settings.save({ taxProfile });
      const { quote, deposit, invoice } = await billQuote(shop, { lines, deposit: { percent } });
      expect(cents(invoice.totalAmount) + cents(deposit?.totalAmount ?? '0')).toBe(cents(quote.total));
      expect(cents(invoice.subtotal) + cents(deposit?.subtotal ?? '0')).toBe(cents(quote.subtotal));
      expect(cents(deposit?.totalAmount ?? '0')).toBe(Math.floor((cents(quote.total) * percent + 50) / 100));
    });
    await fc.assert(property, { numRuns: times(6, 200) });
    assertSound(shop);
  }, 60_000);
});

test('expires unanswered quotes after their last day', async () => {
  const shop = openShop();
  const sent = await send(shop, { validUntil: '2026-11-20' });
  markExpiredQuotes(shop.ctx);
  expect((await shop.admin.quoting.list({ status: 'sent' })).rows).toHaveLength(1);
  shop.clock.advance(1440);
  markExpiredQuotes(shop.ctx);
  expect((await shop.admin.quoting.list({ status: 'expired' })).rows.map(({ id }) => id)).toEqual([sent.id]);
});

test('reports what became of the quotes that were sent in a period', async () => {
  const shop = openShop();
  const first = await send(shop);
  await shop.admin.quoting.send({ id: (await shop.admin.quoting.revise({ id: first.id })).id });
  const won = await send(shop);
  await shop.visitor.quoting.markViewed({ token: won.token });
  await approve(shop, won, { chosen: [idOf(won, 'Oven')], total: '214.20' });
  await compose(shop);
  const report = await shop.admin.quoting.report({ from: '2026-11-20', to: '2026-11-20' });
  expect(report).toEqual({
    ...{ sent: 2, viewed: 1, approved: 1, value: '214.20' },
    byService: [{ serviceType: 'residential', sent: 2, approved: 1, winRate: 50 }],
  });
  expect(await shop.admin.quoting.report({ from: '2026-11-21', to: '2026-11-30' })).toMatchObject({
    sent: 0,
    value: '0.00',
    byService: [],
  });
});
