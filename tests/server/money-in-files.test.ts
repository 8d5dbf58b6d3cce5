import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { moneyIn, receipts } from '../../db/schema';
import { listAlike } from '../../src/server/payments/duplicates';
import { receiveFile } from '../../src/server/payments/files';
import { sign, writeNotice } from '../support/interac';
import { openInteracShop } from '../support/interac-shop';
import { INVOICE } from '../support/invoice-inputs';
import { plansOf } from '../support/query-plans';
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

test('keeps the e-Transfers of payers whose names only begin with a word of one that went out', async () => {
  const shop = openInteracShop();
  await shop.ready;
  const payers = ['TOM FEENEY', 'SENTINEL PROPERTIES', 'ANN ENVOYNE', 'CANCELA BAKERY'];
  const outgoing = [
    'e-Transfer fee',
    'e-Transfer sent to Ann',
    'e-Transfer cancelled',
    'Virement envoyé',
    'Virement envoyée',
    'Frais de virement',
  ];
  const toRow = (words: string, row: number) => `2026-11-19,INTERAC e-Transfer ${words},,1${row}.00`;
  const list = ['Date,Description,Debit,Credit', ...[...payers, ...outgoing, 'e-Transfer cancel'].map(toRow)].join('\n');
  expect(await receiveFile(shop.ctx, Buffer.from(list))).toMatchObject({ suggested: 4, skipped: 7 });
  expect(shop.rows(moneyIn).map(({ sender }) => sender)).toEqual(payers);
});

test("lets other requests run while it reads a long bank's list", async () => {
  const shop = openInteracShop();
  await shop.ready;
  const rows = Array.from({ length: 2000 }, (_, row) => `2026-11-19,"Groceries of the week, ${row}",20.00,`);
  let isRead = false;
  const reading = receiveFile(shop.ctx, Buffer.from(['Date,Description,Debit,Credit', ...rows].join('\n'))).finally(() => {
    isRead = true;
  });
  let turns = 0;
  for (; !isRead; turns++) await nextTurn();
  expect(await reading).toMatchObject({ suggested: 0, skipped: 2000 });
  expect(turns).toBeGreaterThan(5);
});

describe('an e-Transfer that comes both as a notice and in a bank list', () => {
  const list = (...rows: string[]) => ['Date,Description,Reference,Credit', ...rows].join('\n');
  const ROW = '2026-11-20,INTERAC e-Transfer From: JANE DOE,,119.00';
  async function open() {
    const shop = openInteracShop();
    await shop.ready;
    for (let invoice = 0; invoice < 2; invoice++)
      await shop.admin.invoices.create({ ...INVOICE, items: [], customerName: 'Jane Doe', subtotal: '100.00', status: 'pending' });
    const read = (text: string) => receiveFile(shop.ctx, Buffer.from(text));
    const notice = async (reference = 'CAabc123XY', memo = 'SPC001') => read(await sign(writeNotice({ cents: 11_900, reference, memo })));
    const rows = async () =>
      (await shop.admin.payments.listMoneyIn({})).rows.map(({ reference, status, receiptId }) => [reference, status, receiptId]);
    return { shop, read, notice, rows };
  }
  const MATCHED = ['CAabc123XY', 'matched', 1];

  test('makes one row when both have the reference, in whichever case and order they come', async () => {
    for (const [isListFirst, written] of [true, false].flatMap((first) =>
      ['CAabc123XY', 'CAABC123XY'].map((text) => [first, text] as const),
    )) {
      const { read, notice, rows } = await open();
      const bank = () => read(list(`2026-11-20,INTERAC e-Transfer From: J DOE,${written},119.00`));
      if (isListFirst) await bank();
      await notice();
      await bank();
      expect(await rows()).toEqual([MATCHED]);
    }
  });

  test('is known by amount, sender and day when the list names no reference, and the office is told', async () => {
    const { read, notice, rows } = await open();
    await notice();
    const hint = '1 e-Transfer was already received by its notice: the same amount, sender and day.';
    for (let times = 0; times < 2; times++) expect(await read(list(ROW))).toEqual({ matched: 0, suggested: 0, known: 1, skipped: 0, hint });
    expect(await rows()).toEqual([MATCHED]);
  });

  test('counts each of two equal e-Transfers', async () => {
    const { read, notice, rows } = await open();
    await notice();
    expect(await read(list(ROW, `${ROW.replace('JANE', 'Jane')}`))).toMatchObject({ suggested: 1, known: 1 });
    expect(await rows()).toEqual([[expect.stringMatching(/^BANK/), 'suggested', null], MATCHED]);
    await notice('CAother1234', 'SPC002');
    expect(await rows()).toEqual([['CAother1234', 'matched', 2], MATCHED]);
    expect(await read(list(ROW, ROW))).toMatchObject({ suggested: 0, known: 2 });
  });

  test.each([
    ['another amount', ROW.replace('119.00', '119.01')],
    ['another day', ROW.replace('11-20', '11-19')],
    ['another sender', ROW.replace('DOE', 'ROE')],
    ['no sender', ROW.replace('From: JANE DOE', '')],
  ])('is another one with %s', async (_what, row) => {
    const { read, notice, rows } = await open();
    await notice();
    expect(await read(list(row))).toMatchObject({ suggested: 1, known: 0, hint: null });
    expect(await rows()).toHaveLength(2);
  });

  test('takes over the row of the list that waits when its notice comes later', async () => {
    const { shop, read, notice, rows } = await open();
    await read(list(ROW));
    await notice();
    expect(await rows()).toEqual([MATCHED]);
    expect(shop.rows(moneyIn)).toMatchObject([{ source: 'file', memo: 'SPC001' }]);
  });

  test('is left to the office when the row of the list is booked before its notice comes', async () => {
    const { shop, read, notice, rows } = await open();
    await read(list(ROW));
    await shop.admin.payments.confirm({ id: 1, invoiceId: 2 });
    await notice();
    expect(await rows()).toEqual([
      ['CAabc123XY', 'suggested', null],
      [expect.stringMatching(/^BANK/), 'matched', 1],
    ]);
    expect((await shop.admin.payments.listMoneyIn({})).rows[0]?.reason).toContain('may be a repeat');
    expect(shop.rows(receipts)).toHaveLength(1);
  });

  test('is not hidden by a notice that the office set aside', async () => {
    const { shop, read, rows } = await open();
    await read(writeNotice({ cents: 11_900 }));
    await shop.admin.payments.ignore({ id: 1 });
    expect(await read(list(ROW))).toMatchObject({ suggested: 1 });
    expect(await rows()).toHaveLength(2);
  });

  test('is looked for among the newest rows alone', async () => {
    const { shop } = await open();
    const arrival = { sender: 'Jane Doe', amountCents: 100, receivedAt: '2026-11-20T20:00:00.000Z' };
    expect(await plansOf(shop, async () => listAlike(shop.ctx, arrival))).toEqual([
      expect.stringContaining('SEARCH money_in USING INTEGER PRIMARY KEY (rowid>?)'),
    ]);
  });
});
