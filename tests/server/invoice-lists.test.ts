import { describe, expect } from 'vitest';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { createInvoice, listNumbers } from '../support/invoices';
import { test as base } from '../support/shop-test';

const test = base.extend('invoices', ({ shop }) => shop.admin.invoices);

describe('the list of invoices', () => {
  test('is newest first, in pages, by view and by any words', async ({ shop, invoices }) => {
    for (const [name, status] of [
      ['Maria Santos', 'pending'],
      ['Zoë Müller', 'draft'],
      ['Thompson Dental', 'pending'],
    ] as const)
      await createInvoice(shop, { customerName: name, status, serviceType: name === 'Zoë Müller' ? 'Window Cleaning' : 'Deep Cleaning' });
    await invoices.update({ id: 3, status: 'paid' });
    expect(await listNumbers(shop)).toEqual(['SPC003', 'SPC002', 'SPC001']);
    const first = await invoices.list({ limit: 2 });
    expect(first.nextCursor).toBe(2);
    expect(await listNumbers(shop, { limit: 2, cursor: first.nextCursor })).toEqual(['SPC001']);
    for (const [view, numbers] of [
      ['paid', ['SPC003']],
      ['draft', ['SPC002']],
      ['open', ['SPC001']],
    ] as const)
      expect(await listNumbers(shop, { view })).toEqual(numbers);
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
      expect([search, await listNumbers(shop, { search })]).toEqual([search, numbers]);
    expect(await listNumbers(shop, { search: 'deep', limit: 1, cursor: 3 })).toEqual(['SPC001']);
  });
});

describe('a voided invoice', () => {
  test('leaves every list but its own, keeps its payments, and can be restored', async ({ shop, invoices }) => {
    await createInvoice(shop);
    await invoices.update({ id: 1, status: 'paid' });
    expect(await invoices.delete({ id: 1 })).toEqual({ success: true });
    expect(await listNumbers(shop)).toEqual([]);
    expect(await listNumbers(shop, { view: 'paid' })).toEqual([]);
    expect(await listNumbers(shop, { view: 'voided' })).toEqual(['SPC001']);
    expect(await listNumbers(shop, { view: 'voided', search: 'maria' })).toEqual(['SPC001']);
    const voidedAt = '2026-11-20T20:00:00.000Z';
    expect(await invoices.get({ id: 1 })).toMatchObject({ voidedAt, status: 'paid', receipts: [{ id: 1 }] });
    for (const call of [
      invoices.delete({ id: 1 }),
      invoices.update({ id: 1, status: 'paid' }),
      invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await invoices.bin({})).rows.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['SPC001']);
    expect(await invoices.getReceipt({ id: 1 })).toMatchObject({ invoiceId: 1, invoiceNumber: 'SPC001', amountPaid: '119.00' });
    const restored = { invoiceNumber: 'SPC001', status: 'paid', deletedAt: null, voidedAt: null };
    expect(await invoices.restore({ id: 1 })).toMatchObject(restored);
    const before = shop.db.$client.serialize();
    expect(await invoices.restore({ id: 1 })).toMatchObject(restored);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    expect(await listNumbers(shop, { view: 'voided' })).toEqual([]);
  });
  test('is never purged, and cannot be restored after 30 days', async ({ shop, invoices }) => {
    await createInvoice(shop);
    await invoices.update({ id: 1, status: 'paid' });
    await invoices.delete({ id: 1 });
    shop.clock.advance(30 * 1440);
    expect((await invoices.summary()).inBin).toBe(1);
    shop.clock.advance(6 * 365 * 1440);
    purgeInvoiceBin(shop.ctx);
    expect((await invoices.summary()).inBin).toBe(0);
    expect((await invoices.bin({})).rows).toEqual([]);
    expect(await listNumbers(shop, { view: 'voided' })).toEqual(['SPC001']);
    await expect(invoices.restore({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Invoice SPC001 was voided more than 30 days ago and stays void.',
    });
    expect(await invoices.getReceipt({ id: 1 })).toMatchObject({ invoiceNumber: 'SPC001', amountPaid: '119.00' });
  });
});

describe('the bin of drafts', () => {
  test('restores a draft under a new number if its number was taken meanwhile', async ({ shop, invoices }) => {
    await createInvoice(shop, { status: 'draft' });
    await invoices.delete({ id: 1 });
    expect((await createInvoice(shop)).invoiceNumber).toBe('SPC001');
    expect(await invoices.restore({ id: 1 })).toMatchObject({ invoiceNumber: 'SPC002' });
    expect(await listNumbers(shop)).toEqual(['SPC001', 'SPC002']);
  });
  test('is emptied after 30 days', async ({ shop, invoices }) => {
    await createInvoice(shop, { status: 'draft' });
    await invoices.delete({ id: 1 });
    await expect(invoices.get({ id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listNumbers(shop, { view: 'voided' })).toEqual([]);
    shop.clock.advance(30 * 1440);
    purgeInvoiceBin(shop.ctx);
    expect((await invoices.bin({})).rows).toHaveLength(1);
    shop.clock.advance(1);
    purgeInvoiceBin(shop.ctx);
    expect((await invoices.bin({})).rows).toHaveLength(0);
    await expect(invoices.restore({ id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
