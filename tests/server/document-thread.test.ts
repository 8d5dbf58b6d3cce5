import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { ThreadWork } from '../../src/server/documents/thread';
import { openApiDocument } from '../../src/server/http/rest/openapi';
import { readCsvReport } from '../../src/server/inventory/reports';
import { readStatement } from '../../src/server/inventory/statements';
import { countDemand } from '../../src/server/market/service';
import { cookieNames } from '../../src/server/session/tokens';
import { CSV_REPORTS, PRINT_REPORTS } from '../../src/shared/inventory';
import { times } from '../support/length';
import { postJson } from '../support/post-json';
import { insertRow } from '../support/rows';
import { ServerHouse } from '../support/server-process';
import { openShop } from '../support/shop';

const house = new ServerHouse();
/** The reports that are also read as a page and as a PDF. */
const SHOWN = PRINT_REPORTS.slice(0, times(1, PRINT_REPORTS.length));

test('the built server makes reports and the description of the calls in a thread, statements without one, with the same content as in a test', {
  timeout: 60_000,
}, async () => {
  const server = await house.start();
  const headers = { authorization: `Bearer ${await server.logIn()}` };
  const get = (address: string) => fetch(server.origin + address, { headers });
  const csv = await Promise.all(CSV_REPORTS.slice(1).map(async (report) => (await get(`/documents/inventory/${report}.csv`)).text()));
  const statements: unknown[] = [];
  for (const type of PRINT_REPORTS) {
    const input = encodeURIComponent(JSON.stringify({ type, from: '2026-01-01', to: '2026-12-31' }));
    const answer = (await (await get(`/trpc/inventory.statement?input=${input}`)).json()) as { result: { data: { madeAt: string } } };
    statements.push({ ...answer.result.data, madeAt: '' });
  }
  for (const type of SHOWN) {
    const page = await get(`/documents/report/${type}`);
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'sha256-/);
    expect(await page.text()).toContain('</html>');
    const pdf = await get(`/documents/report/${type}.pdf`);
    expect(pdf.headers.get('content-disposition')).toMatch(new RegExp(`filename="${type}-\\d{4}-\\d\\d-\\d\\d\\.pdf"`));
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  }
  expect((await get('/documents/report/nonsense')).status).toBe(400);
  expect(await (await get('/api/openapi.json')).json()).toEqual(structuredClone(openApiDocument(cookieNames(server.origin).admin)));
  expect((await get('/documents/inventory/nonsense.csv')).status).toBe(400);
  // Readers that take only the head of a report keep no thread from others.
  const ask = async (method: string) => (await fetch(`${server.origin}/documents/inventory/detailed.csv`, { method, headers })).status;
  for (let reader = 0; reader < 8; reader++) await ask('HEAD');
  await expect.poll(() => ask('GET'), { timeout: 10_000, interval: 500 }).toBe(200);
  await server.stop();
  const shop = openShop({ file: house.file });
  const strip = (text: string) => text.replace(/^\ufeff/, '');
  expect(csv.map(strip)).toEqual(CSV_REPORTS.slice(1).map((report) => strip([...readCsvReport(shop.ctx, report)].join(''))));
  const expected = PRINT_REPORTS.map((type) => readStatement(shop.ctx, { type, from: '2026-01-01', to: '2026-12-31' }));
  expect(statements).toEqual((await Promise.all(expected)).map((statement) => ({ ...statement, madeAt: '' })));
  shop.db.$client.close();
});

test('the program of the thread counts the demand as the server does', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-thread-'));
  const shop = openShop({ file: path.join(folder, 'tidyline.db') });
  for (const created_at of ['2026-11-19T20:00:00.000Z', '2026-08-01T20:00:00.000Z'])
    insertRow(shop.db, 'contact_inquiries', { created_at, client_id: null, address: '12 Seymour St, Kamloops' });
  const expected = countDemand(shop.ctx);
  expect(expected).toMatchObject({ examined: 2, tallies: { area: [{ key: 'Kamloops' }] } });
  const workerData: ThreadWork = { job: { kind: 'demand' }, file: shop.db.$client.name, at: shop.ctx.now().toISOString() };
  const thread = new Worker(path.resolve('dist/server/document-thread.js'), { workerData });
  const [part] = await once(thread, 'message');
  expect(JSON.parse(part)).toEqual(expected);
  await once(thread, 'exit');
  shop.db.$client.close();
  rmSync(folder, { recursive: true });
});

test('analyses the market without a thread if none can start, and logs why', { timeout: 60_000 }, async () => {
  // Threads load what the process itself loads first.
  const preload = path.join(house.folder, 'preload.cjs');
  writeFileSync(preload, "if (!require('node:worker_threads').isMainThread) throw new Error('no thread today');");
  const server = await house.start({}, { with: ['--require', preload] });
  const headers = { authorization: `Bearer ${await server.logIn()}` };
  const answer = await postJson(`${server.origin}/trpc/automation.runNow`, { key: 'market-analysis' }, headers);
  expect(await answer.json()).toMatchObject({ result: { data: { workerKey: 'market-analysis', error: null } } });
  await expect.poll(() => server.stdout).toMatch(/"evt":"worker.not-apart".*no thread today/);
  await server.stop();
});
