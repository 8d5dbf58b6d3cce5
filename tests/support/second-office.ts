// A process or a thread of its own on a database file that others write to as well: it pays invoice 1 and makes invoices, turn by turn.
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import * as schema from '../../db/schema';
import { createInvoice, updateInvoice } from '../../src/server/invoices/service';
import { Live } from '../../src/server/live';
import type { Ctx } from '../../src/server/trpc';
import { invoiceInput } from '../../src/shared/invoices';
import { INVOICE } from './invoices';

const [file = '', turns = ''] = process.argv.slice(2);
// The lock of openDb keeps a second process out; what holds without it is what is tried here.
const sqlite = new Database(file);
sqlite.pragma('busy_timeout = 20000');
sqlite.pragma('foreign_keys = ON');
const ctx = {
  db: drizzle(sqlite, { schema, casing: 'snake_case' }),
  now: () => new Date('2026-11-20T20:00:00.000Z'),
  actor: { kind: 'admin', id: 1, name: 'owner' },
  live: new Live(),
  origin: 'http://shop.test',
  hasMailServer: false,
} as unknown as Ctx;

const say = (message: unknown) => (parentPort ? parentPort.postMessage(message) : process.send?.(message));
say('ready');
await (parentPort ? once(parentPort, 'message') : once(process, 'message'));
const answers: string[] = [];
for (let turn = 0; turn < Number(turns); turn++) {
  const paid = updateInvoice(ctx, { id: 1, status: 'paid', paymentMethod: 'cash' });
  const made = createInvoice(ctx, invoiceInput.parse(INVOICE));
  answers.push(paid.status, made.invoiceNumber);
}
say(answers);
sqlite.close();
if (!parentPort) process.disconnect();
