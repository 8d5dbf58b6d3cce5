import { describe, expect } from 'vitest';
import { outbox } from '../../db/schema';
import { emailInvoices } from '../../src/server/invoices/mailing';
import { updateInvoice } from '../../src/server/invoices/service';
import { RECEIPT } from '../support/invoice-inputs';
import { createInvoice, PAYMENT } from '../support/invoices';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

const statuses = async ({ admin }: Shop) => (await admin.invoices.list({})).rows.map(({ status }) => status).reverse();
const mails = (shop: Shop) => shop.db.select({ to: outbox.to, purpose: outbox.purpose }).from(outbox).all();

describe('several invoices', () => {
  test('are marked as paid each with a receipt, except those that a rule refuses, and are reopened again', async ({ shop }) => {
    const { invoices } = shop.admin;
    await createInvoice(shop);
    await createInvoice(shop);
    await invoices.update({ id: 2, status: 'paid' });
    await createInvoice(shop, { status: 'draft', subtotal: 0 });
    await createInvoice(shop, { status: 'draft' });
    const { results } = await invoices.changeInBulk({ ids: [1, 2, 3, 4, 99], step: 'pay' });
    expect(results).toEqual([
      { id: 1, error: null },
      { id: 2, error: 'Invoice SPC002 is paid already.' },
      { id: 3, error: 'Invoice SPC003 has no amount yet.' },
      { id: 4, error: null },
      { id: 99, error: 'This invoice does not exist.' },
    ]);
    expect(await statuses(shop)).toEqual(['paid', 'paid', 'draft', 'paid']);
    expect((await invoices.listReceipts({})).rows).toHaveLength(3);
    await invoices.changeInBulk({ ids: [1, 4], step: 'reopen' });
    expect(await statuses(shop)).toEqual(['pending', 'paid', 'draft', 'pending']);
    expect((await invoices.listReceipts({})).rows).toHaveLength(1);
  });

  test('that were paid by receipts of their own are not reopened', async ({ shop }) => {
    await createInvoice(shop);
    await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: '119.00' });
    await expect(shop.admin.invoices.changeInBulk({ ids: [1], step: 'reopen' })).rejects.toThrow('was not paid with Mark as Paid');
    expect(await statuses(shop)).toEqual(['paid']);
  });

  test('are deleted and restored', async ({ shop }) => {
    const { invoices } = shop.admin;
    await createInvoice(shop);
    await createInvoice(shop, { status: 'draft' });
    expect((await invoices.changeInBulk({ ids: [1, 2], step: 'delete' })).results).toEqual([
      { id: 1, error: null },
      { id: 2, error: null },
    ]);
    expect(await statuses(shop)).toEqual([]);
    await invoices.changeInBulk({ ids: [1, 2], step: 'restore' });
    expect(await statuses(shop)).toEqual(['pending', 'draft']);
  });

  test('are mailed to the addresses on them, drafts are issued, and those without an address are reported', async ({ shop }) => {
    await createInvoice(shop);
    await createInvoice(shop, { status: 'draft', customerEmail: 'jon@example.com' });
    await createInvoice(shop, { customerEmail: null });
    await createInvoice(shop, { status: 'draft', subtotal: 0 });
    expect(await shop.admin.invoices.emailInBulk({ ids: [1, 2, 3, 4] })).toEqual({
      isStored: true,
      results: [
        { id: 1, error: null },
        { id: 2, error: null },
        { id: 3, error: 'SPC003 has no e-mail address. Call (250) 555-0133.' },
        { id: 4, error: 'Invoice SPC004 has no amount yet.' },
      ],
    });
    expect(mails(shop)).toEqual([
      { to: 'maria@example.com', purpose: 'invoice-sent' },
      { to: 'jon@example.com', purpose: 'invoice-sent' },
    ]);
    expect(await statuses(shop)).toEqual(['pending', 'pending', 'pending', 'draft']);
  });

  test('that change while their PDFs are made are not mailed', async ({ shop }) => {
    await createInvoice(shop);
    await createInvoice(shop);
    // The service reads the first invoice before it waits for the PDF.
    const sending = emailInvoices(shop.ctx, { ids: [1, 2] });
    updateInvoice(shop.ctx, { id: 1, notes: 'Back door.', confirm: false });
    expect((await sending).results).toEqual([
      { id: 1, error: 'Invoice SPC001 is being changed. Please try again.' },
      { id: 2, error: null },
    ]);
    expect(mails(shop)).toHaveLength(1);
  });

  test('are at least one and at most 100, or 25 to mail', async ({ shop }) => {
    const { invoices } = shop.admin;
    const many = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
    await expect(invoices.changeInBulk({ ids: [], step: 'pay' })).rejects.toThrow('Please select at least one row.');
    await expect(invoices.changeInBulk({ ids: many(101), step: 'pay' })).rejects.toThrow('Please select at most 100 rows.');
    await expect(invoices.emailInBulk({ ids: many(26) })).rejects.toThrow('Please select at most 25 rows.');
    await createInvoice(shop);
    expect((await invoices.changeInBulk({ ids: [1, 1], step: 'pay' })).results).toEqual([{ id: 1, error: null }]);
  });
});

describe('several receipts', () => {
  const open = async (shop: Shop) => {
    await createInvoice(shop);
    await shop.admin.invoices.recordPayment(PAYMENT);
    await shop.admin.invoices.createReceipt(RECEIPT);
  };

  test('are voided except those of which money was refunded', async ({ shop }) => {
    const { invoices } = shop.admin;
    await open(shop);
    await invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 2, amountPaid: '10.00' });
    expect((await invoices.deleteReceiptsInBulk({ ids: [1, 2] })).results).toEqual([
      { id: 1, error: null },
      { id: 2, error: expect.stringContaining('was refunded') },
    ]);
    expect((await invoices.get({ id: 1 })).balance).toBe('119.00');
    expect((await invoices.listReceipts({ view: 'voided' })).rows.map(({ id }) => id)).toEqual([1]);
  });

  test('are mailed to the addresses on them', async ({ shop }) => {
    await open(shop);
    const { results } = await shop.admin.invoices.emailReceiptsInBulk({ ids: [1, 2, 99] });
    expect(results.map(({ error }) => error)).toEqual([null, 'SPC-RCP002 has no e-mail address.', 'This receipt does not exist.']);
    expect(mails(shop)).toEqual([{ to: 'maria@example.com', purpose: 'receipt-sent' }]);
  });

  test('count each as one mail of the office, and not at all when they are too many', async () => {
    const { invoices } = openShop({ isLimited: true }).admin;
    for (let made = 0; made < 21; made++) await invoices.createReceipt({ ...RECEIPT, customerEmail: 'jon@example.com' });
    const ids = Array.from({ length: 20 }, (_, place) => place + 1);
    for (let call = 0; call < 2; call++) await invoices.emailReceiptsInBulk({ ids });
    await expect(invoices.emailReceiptsInBulk({ ids: [...ids, 21] })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await invoices.emailReceiptsInBulk({ ids });
    await expect(invoices.emailReceiptsInBulk({ ids: [1] })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
