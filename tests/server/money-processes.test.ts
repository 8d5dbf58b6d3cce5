import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { closeDb } from '../../db/client';
import { INVOICE } from '../support/invoices';
import { openShop } from '../support/shop';

const SCRIPT = path.resolve(import.meta.dirname, '../support/second-office.ts');
const TURNS = 25;

/** Somebody else at work on the file: what it does when it hears `go`, and how it is ended. */
type Office = { go: () => Promise<string[]>; end: () => unknown };
const WITH_TYPESCRIPT = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => {
  register();
  return import(${JSON.stringify(pathToFileURL(SCRIPT))});
});`;

async function startProcess(file: string): Promise<Office> {
  const child = fork(SCRIPT, [file, String(TURNS)], { execArgv: ['--import', 'tsx'], cwd: path.resolve(import.meta.dirname, '../..') });
  await once(child, 'message');
  const go = async () => {
    child.send('go');
    const [words] = (await once(child, 'message')) as [string[]];
    return words;
  };
  return { go, end: () => child.kill() };
}
async function startThread(file: string): Promise<Office> {
  const thread = new Worker(WITH_TYPESCRIPT, { eval: true, argv: [file, String(TURNS)] });
  await once(thread, 'message');
  const go = async () => {
    thread.postMessage('go');
    const [words] = (await once(thread, 'message')) as [string[]];
    return words;
  };
  return { go, end: () => thread.terminate() };
}

test.each([
  ['processes', startProcess],
  ['threads', startThread],
])(
  'an invoice that two %s mark as paid fifty times has one receipt, and the fifty invoices they make have fifty numbers without a gap',
  async (_what, start) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-offices-'));
    const file = path.join(folder, 'tidyline.db');
    const shop = openShop({ file });
    const offices: Office[] = [];
    try {
      await shop.admin.invoices.create(INVOICE);
      offices.push(...(await Promise.all([start(file), start(file)])));
      const told = (await Promise.all(offices.map((office) => office.go()))).flat();
      expect(told.filter((word) => word === 'paid')).toHaveLength(2 * TURNS);
      const numbers = told.filter((word) => word.startsWith('SPC')).sort();
      expect(numbers).toEqual(Array.from({ length: 2 * TURNS }, (_, place) => `SPC${String(place + 2).padStart(3, '0')}`));
      expect((await shop.admin.invoices.get({ id: 1 })).receipts).toMatchObject([{ receiptNumber: 'SPC-RCP001', amountPaid: '119.00' }]);
      expect((await shop.admin.invoices.receiptSummary()).totalReceipts).toBe(1);
    } finally {
      await Promise.all(offices.map((office) => office.end()));
      closeDb(shop.db);
      rmSync(folder, { recursive: true });
    }
  },
);
