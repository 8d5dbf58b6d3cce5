import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { invoices, receipts } from '../../db/schema';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { times } from '../support/length';
import { openShop, type Shop } from '../support/shop';
import { test as base } from '../support/shop-test';

const test = base.extend('invoices', ({ shop }) => shop.admin.invoices);

const invoice = async (shop: Shop, invoiceNumber?: string, status: 'draft' | 'pending' = 'pending') =>
  (await shop.admin.invoices.create({ ...INVOICE, invoiceNumber, status })).invoiceNumber;
const receipt = async (shop: Shop, receiptNumber?: string) =>
  (await shop.admin.invoices.createReceipt({ ...RECEIPT, receiptNumber })).receiptNumber;

describe('the numbers of invoices and receipts', () => {
  test('count up in two series, and the next one is shown in advance', async ({ shop, invoices }) => {
    expect(await invoices.nextNumbers()).toEqual({ invoice: 'SPC001', receipt: 'SPC-RCP001' });
    expect([await invoice(shop), await invoice(shop), await receipt(shop), await receipt(shop)]).toEqual([
      'SPC001',
      'SPC002',
      'SPC-RCP001',
      'SPC-RCP002',
    ]);
    expect(await invoices.nextNumbers()).toEqual({ invoice: 'SPC003', receipt: 'SPC-RCP003' });
  });
  test('continue after 999 by value', async ({ shop }) => {
    expect([await invoice(shop, 'SPC999'), await invoice(shop), await invoice(shop)]).toEqual(['SPC999', 'SPC1000', 'SPC1001']);
    expect([await receipt(shop, 'SPC-RCP999'), await receipt(shop)]).toEqual(['SPC-RCP999', 'SPC-RCP1000']);
  });
  test.each([
    'SPC',
    'SPC1',
    'SPC01',
    'SPC0007',
    'spc007',
    'SPC-007',
    'SPC000',
    ' SPC007',
    'QU-SPC007',
    'SPC1234567890',
    'SPC-RCP007',
    '7',
    '',
  ])('are assigned by the server when the wanted number is %j', async (wish) => {
    expect(await invoice(openShop(), wish)).toBe('SPC001');
  });
  test('are the wanted ones if well-formed and free, otherwise the next', async ({ shop }) => {
    expect([await invoice(shop, 'SPC007'), await invoice(shop, 'SPC007'), await invoice(shop, 'SPC003'), await invoice(shop)]).toEqual([
      'SPC007',
      'SPC008',
      'SPC003',
      'SPC009',
    ]);
    expect([await receipt(shop, 'SPC-RCP004'), await receipt(shop, 'SPC-RCP004'), await receipt(shop, 'SPC-RCP-9')]).toEqual([
      'SPC-RCP004',
      'SPC-RCP005',
      'SPC-RCP006',
    ]);
  });
  test('are given out again after the draft with the highest number is deleted', async ({ shop, invoices }) => {
    await invoice(shop);
    await invoice(shop, undefined, 'draft');
    await invoices.delete({ id: 2 });
    expect(await invoice(shop)).toBe('SPC002');
  });
  test('stay used by voided invoices and receipts', async ({ shop, invoices }) => {
    await invoice(shop);
    await invoice(shop);
    await invoices.delete({ id: 2 });
    await receipt(shop);
    await invoices.deleteReceipt({ id: 1 });
    expect([await invoice(shop, 'SPC002'), await receipt(shop, 'SPC-RCP001')]).toEqual(['SPC003', 'SPC-RCP002']);
  });
  test('are never reused if the owner sets that, including earlier ones', async ({ shop, invoices }) => {
    await invoice(shop);
    await invoice(shop, undefined, 'draft');
    await invoices.delete({ id: 2 });
    await receipt(shop);
    await invoices.deleteReceipt({ id: 1 });
    await shop.admin.settings.save({ numbering: 'never-reuse' });
    expect(await invoices.nextNumbers()).toEqual({ invoice: 'SPC003', receipt: 'SPC-RCP002' });
    expect([await invoice(shop, 'SPC002'), await receipt(shop, 'SPC-RCP001')]).toEqual(['SPC003', 'SPC-RCP002']);
    expect(await invoice(shop, 'SPC010')).toBe('SPC010');
  });
  test('stay unique whatever is created, wanted, deleted and restored', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('create' as const),
        wish: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
        status: fc.constantFrom('draft' as const, 'pending' as const),
      }),
      fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const), id: fc.integer({ min: 1, max: 8 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.constantFrom('highest-plus-one', 'never-reuse'), async (steps, numbering) => {
        const shop = openShop();
        await shop.admin.settings.save({ numbering });
        for (const next of steps)
          if (next.kind === 'create')
            await invoice(shop, next.wish === undefined ? undefined : `SPC${String(next.wish).padStart(3, '0')}`, next.status);
          else await shop.admin.invoices[next.kind]({ id: next.id }).catch(() => undefined);
        const used = shop.rows(invoices).filter(({ deletedAt, status }) => deletedAt === null || status !== 'draft');
        expect(new Set(used.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(used.length);
        for (const row of used) expect(row.invoiceNumber).toBe(`SPC${String(row.numberValue).padStart(3, '0')}`);
      }),
      { numRuns: times(10, 200) },
    );
  });
  test('are unique and without gaps when a hundred invoices and receipts are created at once', async ({ shop }) => {
    await Promise.all(Array.from({ length: 100 }, () => [invoice(shop), receipt(shop)]).flat());
    const expected = Array.from({ length: 100 }, (_, place) => place + 1);
    expect(shop.rows(invoices).map(({ numberValue }) => numberValue)).toEqual(expected);
    expect(shop.rows(receipts).map(({ numberValue }) => numberValue)).toEqual(expected);
  });
});
