import { expect } from 'vitest';
import { receiveFile } from '../../src/server/payments/files';
import { sign, writeNotice } from '../support/interac';
import { openInteracShop } from '../support/interac-shop';
import { INVOICE } from '../support/invoice-inputs';
import { test } from '../support/shop-test';

const CSV = [
  'Date,Description,Debit,Credit',
  '2026-11-19,INTERAC e-Transfer From: Jane Doe SPC001,,119.00',
  '2026-11-19,INTERAC e-Transfer sent to Ann,50.00,',
  '2026-11-19,Groceries,20.00,',
].join('\n');

test("a bank's list only makes suggestions, each once, and a saved notice pays its invoice", async () => {
  const shop = openInteracShop();
  await shop.ready;
  await shop.admin.invoices.create({ ...INVOICE, items: [], customerName: 'Jane Doe', subtotal: '100.00', status: 'pending' });
  const read = (text: string) => receiveFile(shop.ctx, Buffer.from(text));
  expect(await read(CSV)).toEqual({ matched: 0, suggested: 1, known: 0, skipped: 2, hint: null });
  expect(await read(CSV)).toEqual({ matched: 0, suggested: 0, known: 1, skipped: 2, hint: null });
  const [row] = (await shop.admin.payments.listMoneyIn({})).rows;
  expect(row).toMatchObject({ status: 'suggested', amount: '119.00', suggestions: [{ invoiceNumber: 'SPC001' }] });
  expect((await shop.admin.overview.today()).todos).toEqual([]);
  expect(await read(await sign(writeNotice({ cents: 11_900 })))).toMatchObject({ matched: 1 });
  await expect(read('a,b\n1,2\n')).rejects.toThrow('has to name the columns');
  await expect(read('')).rejects.toThrow('Please choose a file.');
});
