import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { patience, tell, times } from '../support/length';
import { onThisMachine } from '../support/pace';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { QUOTE } from '../support/shop';
import { NO_FAULTS, readBusiness } from '../support/storm';
import { MEMBER } from '../support/team';

const house = new ServerHouse();
type Server = Awaited<ReturnType<typeof house.start>>;
const HEAD = 'Host: tidyline.test\r\n';
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

const CONNECTIONS = '/proc/net/tcp';
/** The address of `call`, also as the kernel's connection table shows it in hexadecimal. `fetch` uses another. */
const STRANGER = { localAddress: '127.0.0.2', inTable: '0200007F:' };
/** Opens a connection that has sent this much. Its later errors are expected. */
async function call(server: Server, text: string): Promise<Socket> {
  const { localAddress } = STRANGER;
  const socket = connect({ host: '127.0.0.1', port: server.port, ...(existsSync(CONNECTIONS) && { localAddress }) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}
const post = (path: string, body: string, length = Buffer.byteLength(body), more = '') =>
  `POST ${path} HTTP/1.1\r\n${HEAD}${more}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Sends a byte a second while the server allows it. Returns the ms until the connection was closed. */
async function drip(socket: Socket): Promise<number> {
  const startedAt = performance.now();
  const timer = setInterval(() => socket.write('x'), 1000);
  socket.resume();
  // Not `once`, which rejects if the server resets the connection.
  await new Promise((done) => socket.on('close', done));
  clearInterval(timer);
  return performance.now() - startedAt;
}
/** Reads a byte a second. */
function sip(socket: Socket): () => void {
  socket.pause();
  const timer = setInterval(() => socket.read(1), 1000);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}

/** Measures what four other visitors wait for a list and for a quote: the 99th percentile in ms. */
async function usualWait({ origin }: Server, calls: number): Promise<number> {
  const waits: number[] = [];
  const person = async () => {
    for (let number = 0; number < calls / 4; number++) {
      const startedAt = performance.now();
      const answer = number % 4 ? await fetch(`${origin}/api/products?limit=20`) : await postJson(`${origin}/api/contact`, QUOTE);
      expect([200, 201]).toContain(answer.status);
      await answer.arrayBuffer();
      waits.push(performance.now() - startedAt);
    }
  };
  await Promise.all([1, 2, 3, 4].map(person));
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
}

/** Counts the connections of `call` that the server still holds; 0 when the kernel has no connection table. Those of `fetch` vary. */
function heldBy(server: Server): number {
  if (!existsSync(CONNECTIONS)) return 0;
  const own = `0100007F:${server.port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync(CONNECTIONS, 'utf8').split('\n').slice(1);
  return rows.filter((row) => {
    const [, local, remote, , , , , , , inode] = row.trim().split(/\s+/);
    return local === own && remote?.startsWith(STRANGER.inTable) && inode !== '0';
  }).length;
}

/** Fills the store so that its list has several megabytes. */
function fillShelf(file: string): void {
  const sqlite = new Database(file);
  sqlite.exec(`with recursive number(n) as (values (1) union all select n + 1 from number where n < 476)
    insert into products (name, description, price_cents, category, stock_quantity, created_at)
    select 'Tool ' || n, replace(hex(zeroblob(2000)), '0', 'x'), 100 + n, 'Tools', 0, '2026-01-01T00:00:00.000Z' from number`);
  sqlite.close();
}

describe('slow clients', () => {
  const [HEADS, BODIES, READERS] = [times(100, 900), times(50, 400), times(5, 20)];
  test(`${HEADS} that send a header, ${BODIES} that send a body and ${READERS} that read a list, a byte a second, delay no one and are disconnected`, {
    timeout: patience(60_000, 120_000),
  }, async () => {
    const server = await house.start({ TRUST_PROXY: '1' });
    fillShelf(house.file);
    await usualWait(server, 40);

    const open = <Made>(count: number, make: () => Promise<Made>) => Promise.all(Array.from({ length: count }, make));
    const heads = (await open(HEADS, () => call(server, `GET / HTTP/1.1\r\n${HEAD}X-Slow: `))).map(drip);
    // Only 20 slow bodies of one address are waited for.
    const bodies = await Promise.all(
      Array.from({ length: BODIES }, (_, place) =>
        call(server, post('/api/contact', '{"name":"', 1000, `X-Forwarded-For: 203.0.113.${place % 40}\r\n`)),
      ),
    );
    const bodyEnds = bodies.map(drip);
    const list = `GET /api/products HTTP/1.1\r\n${HEAD}\r\n`;
    const leave = (await open(READERS, () => call(server, list.repeat(5)))).map(sip);

    // Checks the counter itself. Only some of the bodies are waited for.
    if (existsSync(CONNECTIONS)) await expect.poll(() => heldBy(server)).toBeGreaterThan(HEADS);
    const wait = await usualWait(server, times(200, 2000));
    expect(wait).toBeLessThan(onThisMachine(300));
    const headMs = Math.max(...(await Promise.all(heads)));
    expect(headMs).toBeLessThan(15_000 + onThisMachine(500));
    const bodyMs = Math.max(...(await Promise.all(bodyEnds)));
    expect(bodyMs).toBeLessThan(15_000 + onThisMachine(500));
    tell(
      `${HEADS} slow headers closed after ${Math.round(headMs)} ms at most, ${BODIES} slow bodies after ${Math.round(bodyMs)} ms, ${READERS} readers of a byte a second; others meanwhile p99 ${Math.round(wait)} ms`,
    );
    for (const socket of bodies) socket.destroy();
    for (const end of leave) end();
    await Promise.all(bodyEnds);
    await expect.poll(() => heldBy(server), { timeout: 10_000 }).toBe(0);
    expect((await server.stop()).code).toBe(0);
  });
});

describe('six hundred bodies that never end', () => {
  /** Returns the 99th percentile of the time that a page takes. */
  async function pageWait({ origin }: Server, pages: number): Promise<number> {
    const waits: number[] = [];
    for (let number = 0; number < pages; number++) {
      const startedAt = performance.now();
      const answer = await fetch(`${origin}/store`, { headers: { 'x-forwarded-for': '198.51.100.1' } });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      waits.push(performance.now() - startedAt);
    }
    return waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;
  }

  async function memberCookie(server: Server): Promise<string> {
    const [owner, password] = [{ authorization: `Bearer ${await server.logIn()}` }, 'long enough'];
    await postJson(`${server.origin}/api/team-members`, { ...MEMBER, password }, owner);
    const login = await postJson(`${server.origin}/api/team/login`, { employeeId: MEMBER.employeeId, password });
    return `Cookie: ${login.headers.getSetCookie()[0]?.split(';')[0]}\r\n`;
  }

  test.each([
    ['from twenty addresses', async () => ''],
    ['of one session of a member', memberCookie],
  ])(
    "%s do not delay another visitor's pages, and most are rejected",
    async (_what, cookieOf) => {
      const server = await house.start({ TRUST_PROXY: '1' });
      const cookie = await cookieOf(server);
      await pageWait(server, 20);
      let refused = 0;
      const sockets = await Promise.all(
        Array.from({ length: 600 }, async (_, place) => {
          const more = `X-Forwarded-For: 203.0.113.${place % 20}\r\n${cookie}`;
          const socket = await call(server, post('/api/contact', '{"name":"', 1000, more));
          socket.once('data', (answer) => {
            if (/^HTTP\/1\.1 429/.test(answer.toString())) refused += 1;
          });
          return socket;
        }),
      );
      const dripping = setInterval(() => sockets.forEach((socket) => void (socket.writable && socket.write('x'))), 500);
      const wait = await pageWait(server, times(300, 1000));
      const expected = cookie ? 590 : 200;
      await expect.poll(() => refused, { timeout: 5000 }).toBe(expected);
      const after = await pageWait(server, 50);
      tell(`600 slow bodies: a page of another visitor p99 ${Math.round(wait)} ms, afterwards ${Math.round(after)} ms`);
      clearInterval(dripping);
      for (const socket of sockets) socket.destroy();
      expect(Math.max(wait, after)).toBeLessThan(onThisMachine(300));
      expect((await server.stop()).code).toBe(0);
    },
    60_000,
  );
});

describe('clients that disconnect', () => {
  const EACH = times(60, 1000);
  test(`${EACH} after the headers, amid the body, before the answer and while subscribed leave nothing half done and nothing open`, {
    timeout: patience(60_000, 180_000),
  }, async () => {
    const server = await house.start();
    const token = await server.logIn();
    await usualWait(server, 40);
    const quote = (message: string) => JSON.stringify({ ...QUOTE, message });
    const ways: ((number: number) => Promise<Socket>)[] = [
      () => call(server, post('/api/contact', '', 300)),
      (number) => {
        const body = quote(`half ${number}`);
        return call(server, post('/api/contact', body.slice(0, -20), Buffer.byteLength(body)));
      },
      (number) => call(server, post('/api/contact', quote(`whole ${number}`))),
      () => call(server, `GET /trpc/live.changes HTTP/1.1\r\n${HEAD}Authorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`),
      () => call(server, `GET / HTTP/1.1\r\n${HEAD}\r\n`),
    ];
    const visitor = async (first: number) => {
      for (let number = first; number < EACH; number += 10)
        for (const way of ways) {
          const socket = await way(number);
          await sleep(number % 5);
          // Resets the connection, or closes it properly.
          if (number % 2) socket.resetAndDestroy();
          else socket.destroy();
        }
    };
    await Promise.all(Array.from({ length: 10 }, (_, first) => visitor(first)));
    await expect.poll(() => heldBy(server), { timeout: 10_000 }).toBe(0);
    expect((await postJson(`${server.origin}/api/contact`, QUOTE)).status).toBe(201);
    expect((await server.stop()).code).toBe(0);
    expect(server.stdout).not.toMatch(/uncaughtException|unhandledRejection|request\.failed|call\.failed/);
    expect(server.stderr).toBe('');

    const { faults, quotes } = readBusiness(house.file);
    expect(faults).toEqual(NO_FAULTS);
    const sqlite = new Database(house.file, { readonly: true });
    const messages = sqlite.prepare<[], string>("select message from contact_inquiries where message glob '* [0-9]*'").pluck().all();
    sqlite.close();
    expect(messages.filter((message) => !message.startsWith('whole '))).toEqual([]);
    expect(new Set(messages).size).toBe(messages.length);
    tell(
      `${EACH * ways.length} connections cut: ${messages.length} whole quotes of ${EACH}, none of ${2 * EACH} half ones, ${quotes.length} rows in order, no file left open`,
    );
  });
});
