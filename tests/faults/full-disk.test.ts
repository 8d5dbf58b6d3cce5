import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { tell, times } from '../support/length';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { openShop, QUOTE } from '../support/shop';
import { fullDisks } from '../support/small-disk';
import { missingOf, NO_FAULTS, nothingPromised, type Promised, readBusiness, restock, storm } from '../support/storm';

const house = new ServerHouse();
const WHOLE_TEST = 90_000;
const REFUSAL = { message: 'Storage is not available right now. Please try again.', code: 'SERVICE_UNAVAILABLE' };
const PAGES = ['/', '/store', '/api/products', '/api/health', '/api/contact', '/api/invoices', '/admin'];

type Server = Awaited<ReturnType<typeof house.start>>;
/** Returns the calls of the owner and of visitors. */
function peopleOf({ origin }: Server, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return {
    ask: async () => {
      const answer = await postJson(`${origin}/api/contact`, QUOTE);
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as unknown };
    },
    look: () => Promise.all(PAGES.map(async (page) => (await fetch(`${origin}${page}`, { headers })).status)),
    backUp: async () => (await postJson(`${origin}/trpc/data.backUp`, {}, headers)).status,
    upload: async () => {
      const form = new FormData();
      const image = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'a.png');
      return (await fetch(`${origin}/api/upload-image`, { method: 'POST', headers, body: form })).status;
    },
    readiness: async () => (await fetch(`${origin}/api/ready`)).status,
    storm: (count: number) => storm(origin, { count, atOnce: 8, token, onAcknowledged: () => undefined }),
  };
}

/** Returns the files of a folder with their contents, or an empty record when it does not exist. */
function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const sha = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
  return Object.fromEntries(readdirSync(folder).map((name) => [name, sha(name)]));
}

describe.each(fullDisks().slice(0, times(1, 2)))('a full disk ($name)', ({ name, isRoomy, through, prepare, fill, free }) => {
  const begin = async () => {
    prepare(house.dataDir);
    const server = await house.start();
    restock(house.file);
    return { server, pid: server.child.pid ?? 0, people: peopleOf(server, await server.logIn()) };
  };
  const kept = () => ({ backups: filesIn(path.join(house.dataDir, 'backups')), uploads: filesIn(path.join(house.dataDir, 'uploads')) });

  test('rejects writes, uploads and backups while reads work, and recovers without a restart or lost rows', {
    timeout: WHOLE_TEST,
  }, async () => {
    const { server, pid, people } = await begin();
    const promised: Promised[] = [await people.storm(60)];
    expect([await people.backUp(), await people.upload()]).toEqual([200, 200]);
    const before = kept();

    fill(house.dataDir, pid);
    let tries = 0;
    for (let isRefused = false; !isRefused && tries < 500; tries++) isRefused = (await people.ask()).status !== 201;
    promised.push(await people.storm(25));
    expect(await people.ask()).toEqual({ status: 503, retryAfter: '1', body: REFUSAL });
    expect(await people.look()).toEqual(PAGES.map(() => 200));
    expect(await people.readiness()).toBe(503);
    expect([await people.backUp(), await people.upload()]).toEqual([503, 503]);
    expect(kept()).toEqual(before);

    free(house.dataDir, pid);
    expect((await people.ask()).status).toBe(201);
    const after = await people.storm(50);
    expect(Object.values(after).flat()).toHaveLength(50);
    promised.push(after);
    expect([await people.backUp(), await people.upload()]).toEqual([200, 200]);
    // The server checks every 30 s. A disk of 16 MB never has enough free space.
    if (isRoomy && times(0, 1)) await expect.poll(people.readiness, { timeout: 40_000, interval: 1000 }).toBe(200);

    fill(house.dataDir, pid);
    expect((await server.stop()).code).toBe(0);
    expect(server.stdout).not.toMatch(/uncaughtException|unhandledRejection/);
    free(house.dataDir, pid);
    const again = await house.start();
    expect((await again.stop()).code).toBe(0);
    const { faults, ...found } = readBusiness(house.file);
    expect(faults).toEqual(NO_FAULTS);
    for (const part of promised) expect(missingOf(part, found)).toEqual(nothingPromised());
    const total = promised.flatMap((part) => Object.values(part).flat()).length;
    tell(
      `disk full (${name}): 503 after ${tries} writes that still had room, all ${PAGES.length} pages 200, ${total} rows acknowledged, 0 lost`,
    );
  });

  test('either starts or says in one line why not, and leaves everything for the next start', { timeout: WHOLE_TEST }, async () => {
    const { server, pid, people } = await begin();
    const promised = await people.storm(40);
    await server.stop();
    fill(house.dataDir, pid);
    const full = house.spawn({}, undefined, { through });
    const { code } = await Promise.race([full.ended, full.listening().then(() => full.stop('SIGKILL'))]);
    if (code !== null) {
      expect(code).toBe(78);
      expect(full.stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(house.file)]);
    }
    if (through.length === 0) free(house.dataDir, pid);
    expect((await (await house.start()).stop()).code).toBe(0);
    const { faults, ...found } = readBusiness(house.file);
    expect(faults).toEqual(NO_FAULTS);
    expect(missingOf(promised, found)).toEqual(nothingPromised());
  });
});

test('rejects writes in the same words when the database may not grow', async () => {
  const shop = openShop();
  const pages = shop.db.$client.pragma('page_count', { simple: true });
  shop.db.$client.pragma(`max_page_count = ${pages}`);
  const ask = () => shop.request('POST', '/api/contact', { body: QUOTE });
  let refusal = await ask();
  for (let tries = 0; refusal.status === 201 && tries < 100; tries++) refusal = await ask();
  expect([refusal.status, refusal.headers.get('retry-after'), await refusal.json()]).toEqual([503, '1', REFUSAL]);
  expect((await shop.request('GET', '/api/products')).status).toBe(200);
  shop.db.$client.pragma('max_page_count = 1000000');
  expect((await ask()).status).toBe(201);
});

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

describe('an unwritable log', () => {
  test.runIf(existsSync('/dev/full'))('does not stop the server when its disk is full', { timeout: WHOLE_TEST }, async () => {
    // Without its log the server cannot say on which port it listens.
    const port = await freePort();
    const server = house.spawn({ PORT: String(port) }, undefined, { stdout: openSync('/dev/full', 'w') });
    server.port = port;
    const ask = () =>
      postJson(`${server.origin}/api/contact`, QUOTE).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ask, { timeout: 10_000 }).toBe(201);
    // The rejection is logged.
    expect((await postJson(`${server.origin}/api/contact`, {})).status).toBe(400);
    expect(await ask()).toBe(201);
    expect((await server.stop()).code).toBe(0);
  });

  test('does not stop the server when its reader is gone', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    server.child.stdout?.destroy();
    for (let call = 0; call < 5; call++) expect((await postJson(`${server.origin}/api/contact`, {})).status).toBe(400);
    expect((await postJson(`${server.origin}/api/contact`, QUOTE)).status).toBe(201);
    expect((await server.stop()).code).toBe(0);
  });
});
