import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { closeDb } from '../../db/client';
import { INVOICE } from '../support/invoices';
import { openShop } from '../support/shop';

const SCRIPT = path.resolve(import.meta.dirname, '../support/second-office.ts');
const TURNS = 25;

async function startOffice(file: string): Promise<ChildProcess> {
  const child = fork(SCRIPT, [file, String(TURNS)], { execArgv: ['--import', 'tsx'], cwd: path.resolve(import.meta.dirname, '../..') });
  await once(child, 'message');
  return child;
}

test('an invoice that two processes mark as paid fifty times has one receipt, and the fifty invoices they make have fifty numbers without a gap', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-offices-'));
  const file = path.join(folder, 'tidyline.db');
  const shop = openShop({ file });
  const children: ChildProcess[] = [];
  try {
    await shop.admin.invoices.create(INVOICE);
    children.push(...(await Promise.all([startOffice(file), startOffice(file)])));
    const answers = children.map((child) => once(child, 'message') as Promise<[string[]]>);
    for (const child of children) child.send('go');
    const told = (await Promise.all(answers)).flatMap(([words]) => words);
    expect(told.filter((word) => word === 'paid')).toHaveLength(2 * TURNS);
    const numbers = told.filter((word) => word.startsWith('SPC')).sort();
    expect(numbers).toEqual(Array.from({ length: 2 * TURNS }, (_, place) => `SPC${String(place + 2).padStart(3, '0')}`));
    expect((await shop.admin.invoices.get({ id: 1 })).receipts).toMatchObject([{ receiptNumber: 'SPC-RCP001', amountPaid: '119.00' }]);
    expect((await shop.admin.invoices.receiptSummary()).totalReceipts).toBe(1);
  } finally {
    for (const child of children) child.kill();
    closeDb(shop.db);
    rmSync(folder, { recursive: true });
  }
});
