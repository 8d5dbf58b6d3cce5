// `npm run load`: the figures of reads, orders and searches against the built server, on a data folder of its own (about two minutes).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import Database from 'better-sqlite3';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { NO_FAULTS, readBusiness } from '../support/storm';

const root = path.resolve(import.meta.dirname, '../..');
const dataDir = mkdtempSync(path.join(tmpdir(), 'tidyline-load-'));
const file = path.join(dataDir, 'tidyline.db');
const SECONDS = Number(process.argv[2] ?? 15);

function startServer() {
  const child = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', ADMIN_PASSWORD: 'load-test-password' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = new Promise<string>((done, fail) => {
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      const port = /"evt":"listening","port":(\d+)/.exec(said)?.[1];
      if (port) done(`http://127.0.0.1:${port}`);
    });
    child.on('close', () => fail(new Error(`the server ended: ${said}`)));
  });
  const stop = () =>
    new Promise<void>((done) => {
      child.on('close', () => done());
      child.kill('SIGTERM');
    });
  return { origin, stop };
}

/** A storefront of a thousand products, each with enough of it for every order of the run. */
function fillStorefront(): void {
  const sqlite = new Database(file);
  const products = sqlite.prepare(
    "insert into products (name, description, price_cents, category, stock_quantity, created_at) values (?, ?, ?, 'Tools', 1000000, '2026-01-01T00:00:00.000Z')",
  );
  const ledger = sqlite.prepare(
    "insert into stock_movements (product_id, kind, quantity, stock_after, actor_kind, at) values (?, 'initial', 1000000, 1000000, 'system', '2026-01-01T00:00:00.000Z')",
  );
  sqlite.transaction(() => {
    for (let number = 1; number <= 976; number++) {
      const { lastInsertRowid } = products.run(
        `Tool number ${number}`,
        `A sturdy tool of its kind, made for corner ${number}.`,
        100 + number,
      );
      ledger.run(lastInsertRowid);
    }
  })();
  sqlite.close();
}

async function run(name: string, options: Partial<autocannon.Options> & { url: string }): Promise<void> {
  const result = await autocannon({ connections: 50, duration: SECONDS, ...options });
  const { requests, latency, errors, timeouts, non2xx } = result;
  console.info(
    `${name.padEnd(46)} ${Math.round(requests.average).toString().padStart(6)}/s  p50 ${latency.p50} ms  p99 ${latency.p99} ms  max ${latency.max} ms  errors ${errors + timeouts}  other than 2xx ${non2xx}`,
  );
}

let server = startServer();
await server.origin;
await server.stop();
fillStorefront();
server = startServer();
const origin = await server.origin;
const date = addDays(businessDay(new Date()), 3);
try {
  await run('GET /api/products?limit=50', { url: `${origin}/api/products?limit=50` });
  await run('GET /api/appointment-slots', { url: `${origin}/api/appointment-slots?date=${date}` });
  const search = encodeURIComponent(JSON.stringify({ search: 'corner 7' }));
  await run('search of 1,000 products, 50 at a time', { url: `${origin}/trpc/store.browse?input=${search}` });
  await run('search of 1,000 products, one at a time', { url: `${origin}/trpc/store.browse?input=${search}`, connections: 1 });
  let number = 0;
  await run('POST /api/orders, two lines', {
    url: `${origin}/api/orders`,
    requests: [
      {
        method: 'POST',
        path: '/api/orders',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => {
          number += 1;
          const items = [30 + (number % 900), 40 + ((number * 7) % 900)].map((productId) => ({ productId, quantity: 1 }));
          const body = {
            customerName: 'Load Test',
            customerEmail: 'load@example.com',
            customerPhone: '250-555-0100',
            shippingAddress: '1 Load Street, Kamloops, V2C 1A1',
            paymentMethod: 'interac',
            items,
          };
          return { ...request, body: JSON.stringify(body) };
        },
      },
    ],
  });
} finally {
  await server.stop();
}
const { orders, faults } = readBusiness(file);
const wrong = Object.entries(faults).filter(
  ([name, found]) => JSON.stringify(found) !== JSON.stringify(NO_FAULTS[name as keyof typeof NO_FAULTS]),
);
console.info(`${orders.length} orders stored; ${wrong.length === 0 ? 'every count adds up' : `does not add up: ${JSON.stringify(wrong)}`}`);
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = wrong.length === 0 ? 0 : 1;
