import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { SilentServer } from '../support/mail-server';
import { postJson, readQuotes, ServerHouse, sendQuotes } from '../support/server-process';
import { ADMIN, QUOTE } from '../support/shop';

const house = new ServerHouse();
const WHOLE_TEST = 60_000;
describe('the process is killed', () => {
  test(
    'amid two hundred quote requests, five times over: every one it acknowledged is there with its two messages, and none is there by half',
    async () => {
      const promised: number[] = [];
      for (const killAt of [1, 17, 40, 77, 120]) {
        const server = await house.start();
        const acknowledged = await sendQuotes(server.origin, {
          count: 200,
          atOnce: 8,
          onAcknowledged: (ids) => ids === killAt && server.child.kill('SIGKILL'),
        });
        expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });
        expect(acknowledged.length).toBeGreaterThanOrEqual(killAt);
        expect(acknowledged.length).toBeLessThan(200);
        promised.push(...acknowledged);
      }
      const startedAt = performance.now();
      const server = await house.start();
      expect(performance.now() - startedAt).toBeLessThan(3000);
      expect((await server.stop()).code).toBe(0);
      const { ids, ...rest } = readQuotes(house.file);
      expect(rest).toEqual({ uneven: [], orphans: [], integrity: 'ok' });
      expect(new Set(promised).size).toBe(promised.length);
      expect(promised.filter((id) => !ids.includes(id))).toEqual([]);
    },
    WHOLE_TEST,
  );
});

describe('the process is asked to stop', () => {
  test('under load it ends with 0 within ten seconds, and what it acknowledged is stored', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    let stopped: ReturnType<typeof server.stop> | undefined;
    const acknowledged = await sendQuotes(server.origin, {
      count: 2000,
      atOnce: 50,
      onAcknowledged: (ids) => {
        if (ids === 60) stopped = server.stop();
      },
    });
    expect(await stopped).toMatchObject({ code: 0, signal: null });
    expect((await stopped)?.ms).toBeLessThan(10_000);
    expect(acknowledged.length).toBeLessThan(2000);
    expect(readdirSync(house.dataDir).sort()).toEqual(['tidyline.db', 'tidyline.db.marker']);
    const { ids, ...rest } = readQuotes(house.file);
    expect(rest).toEqual({ uneven: [], orphans: [], integrity: 'ok' });
    expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('a request whose body is still on its way is answered, and then it ends', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    const body = JSON.stringify(QUOTE);
    const answered = new Promise<number | undefined>((done, fail) => {
      const call = request(`${server.origin}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      });
      call.on('response', (response) => done(response.resume().statusCode));
      call.on('error', fail);
      call.write(body.slice(0, 20));
      setTimeout(() => call.end(body.slice(20)), 1000);
    });
    await new Promise((done) => setTimeout(done, 300));
    const stopped = server.stop();
    expect(await answered).toBe(201);
    expect(await stopped).toMatchObject({ code: 0 });
    expect(readQuotes(house.file).ids).toHaveLength(1);
  });

  test('an open staff screen does not hold it up', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    const login = await postJson(`${server.origin}/api/admin/login`, ADMIN);
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const stream = await fetch(`${server.origin}/trpc/live.changes`, { headers: { cookie, accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    const ended = stream.text();
    const { code, ms } = await server.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5000);
    await ended;
  });

  test.each([
    ['never greets', ''],
    ['greets and then says nothing', '220 ready\r\n'],
  ])('a mail server that %s does not hold it up past ten seconds', { timeout: WHOLE_TEST }, async (_what, greeting) => {
    const silent = await SilentServer.start(greeting);
    try {
      const server = await house.start({ SMTP_URL: silent.url });
      await postJson(`${server.origin}/api/contact`, QUOTE);
      await expect.poll(() => silent.sockets.size, { timeout: 5000 }).toBeGreaterThan(0);
      const { code, ms } = await server.stop();
      expect({ code, isInTime: ms < 10_000 }).toEqual({ code: 0, isInTime: true });
      expect(readQuotes(house.file)).toEqual({ ids: [1], uneven: [], orphans: [], integrity: 'ok' });
    } finally {
      await silent.stop();
    }
  });
});

describe('a start that must not be', () => {
  const sha = (name: string) => createHash('sha256').update(readFileSync(name)).digest('hex');
  /** Starts, and answers the exit code and the one line it said. */
  async function refusal(env: Record<string, string> = {}) {
    const server = house.spawn(env);
    const { code } = await server.ended;
    expect(server.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(server.stderr).not.toMatch(/^\s+at /m);
    expect(server.stdout).toBe('');
    return { code, line: server.stderr.trim() };
  }

  test('a second one on the same data says who is running, and the first goes on', { timeout: WHOLE_TEST }, async () => {
    const first = await house.start();
    const { code, line } = await refusal();
    expect(code).toBe(75);
    expect(line).toContain(`already running (pid ${first.child.pid})`);
    expect((await postJson(`${first.origin}/api/contact`, QUOTE)).status).toBe(201);
    await first.stop('SIGKILL');
    await (await house.start()).stop();
  });

  test.each<[string, RegExp, () => void]>([
    ['empty', /is empty/, () => writeFileSync(house.file, '')],
    [
      'of another program',
      /belongs to another program/,
      () => {
        rmSync(house.file);
        const foreign = new Database(house.file);
        foreign.exec('create table recipes (id integer primary key, title text)');
        foreign.close();
      },
    ],
    ['no database', /is not a database/, () => writeFileSync(house.file, 'Dear diary, '.repeat(2000))],
    ['cut short', /is damaged/, () => truncateSync(house.file, Math.floor(statSync(house.file).size / 2))],
    [
      'damaged inside',
      /is damaged/,
      () => {
        const bytes = readFileSync(house.file);
        bytes.fill(0xaa, 8192, 8192 + 4096);
        writeFileSync(house.file, bytes);
      },
    ],
  ])('a file that is %s is refused in one line, and left as it is', { timeout: WHOLE_TEST }, async (_what, reason, damage) => {
    await (await house.start()).stop();
    damage();
    // SQLite may leave an empty log and its index beside a file that it was only asked to read.
    const files = () =>
      readdirSync(house.dataDir)
        .filter((name) => !(name.endsWith('-shm') || (name.endsWith('-wal') && statSync(`${house.dataDir}/${name}`).size === 0)))
        .sort();
    const before = { sha: sha(house.file), files: files() };
    const { code, line } = await refusal();
    expect(code).toBe(78);
    expect(line).toMatch(reason);
    expect(line).toContain(house.file);
    expect(line).toContain('npm run restore -- FILE');
    expect({ sha: sha(house.file), files: files() }).toEqual(before);
  });

  test('a file that has gone is not made anew', { timeout: WHOLE_TEST }, async () => {
    await (await house.start()).stop();
    rmSync(house.file);
    expect(await refusal()).toMatchObject({ code: 78, line: expect.stringContaining('is missing') });
    expect(existsSync(house.file)).toBe(false);
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['ADMIN_PASSWORD', 'sesame7'],
    ['PUBLIC_ORIGIN', 'ftp://sesame.example'],
    ['TRUST_PROXY', '-1'],
    ['SMTP_URL', 'sesame without a scheme'],
    ['RATE_LIMIT', 'perhaps'],
    ['LOG_LEVEL', 'whisper'],
  ])('a wrong %s (%s) is named without its value, before anything is made', async (name, value) => {
    const { code, line } = await refusal({ [name]: value });
    expect(code).toBe(78);
    expect(line).toContain(name);
    expect(line).not.toContain(value);
    expect(existsSync(house.dataDir)).toBe(false);
  });

  test('a data folder that is a file is refused in one line', async () => {
    writeFileSync(house.dataDir, 'a file');
    expect(await refusal()).toMatchObject({ code: 78, line: expect.stringContaining('cannot be used') });
  });
});

describe('the log', () => {
  test('tells nothing of the people who call, at its most talkative and with everything going wrong', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start({ LOG_LEVEL: 'trace', SMTP_URL: 'smtp://postman:sesame-smtp@127.0.0.1:1' });
    const { origin } = server;
    await postJson(`${origin}/api/contact`, QUOTE);
    await postJson(`${origin}/api/contact`, { ...QUOTE, email: 'maria at example.com' });
    await postJson(`${origin}/api/contact`, `{"email":"${QUOTE.email}",`);
    await postJson(`${origin}/trpc/quotes.submit`, QUOTE);
    await fetch(`${origin}/?email=${QUOTE.email}`);
    await fetch(`${origin}/api/${QUOTE.email}`);
    await fetch(`${origin}/trpc/${QUOTE.email}`);
    await fetch(origin, { method: 'POST', body: new URLSearchParams(QUOTE) });
    await postJson(`${origin}/api/admin/login`, { ...ADMIN, password: 'sesame-wrong' });
    const { token } = (await (await postJson(`${origin}/api/admin/login`, ADMIN)).json()) as { token: string };
    await fetch(`${origin}/api/contact`, { headers: { authorization: `Bearer ${token}` } });
    // Storage that refuses in the middle of things, and then one that is not what it was.
    const other = new Database(house.file);
    other.exec("create trigger full before insert on outbox begin select raise(abort, 'no'); end");
    expect((await postJson(`${origin}/api/contact`, QUOTE)).status).toBe(409);
    other.exec('drop trigger full; drop table outbox');
    other.close();
    expect((await postJson(`${origin}/api/contact`, QUOTE)).status).toBe(500);
    expect((await postJson(`${origin}/trpc/quotes.submit`, QUOTE)).status).toBe(500);
    await server.stop();
    expect(server.stdout).toContain('"evt":"call.failed"');
    const said = server.stdout + server.stderr;
    expect(said.match(/"evt":"request"/g)?.length).toBeGreaterThan(8);
    expect(said).toContain('"path":"/api/admin/login"');
    for (const secret of [
      QUOTE.name,
      QUOTE.email,
      'maria',
      QUOTE.phone,
      QUOTE.address,
      QUOTE.message,
      ADMIN.password,
      'sesame-wrong',
      'sesame-smtp',
      token,
      ADMIN.username,
    ])
      expect(said, `the log says ${secret}`).not.toContain(secret);
    for (const line of server.stdout.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe('npm start', () => {
  const [SERVER, CLIENT] = ['dist/server/main.js', 'dist/client/.vite/manifest.json'];
  const SCRIPT = readFileSync(path.resolve(import.meta.dirname, '../../src/server/start.mjs'), 'utf8');

  /** What the start script does in a project whose parts are of these ages, in seconds; its build and its server only say so. */
  function startAt(ages: Record<string, number>): string[] {
    const build = "(await import('node:fs')).writeFileSync('built', '')";
    const parts = {
      'src/server/start.mjs': SCRIPT,
      'package.json': JSON.stringify({ type: 'module', scripts: { build: 'node build.js' } }),
      'build.js': build,
      [SERVER]: "console.log('served')",
      [CLIENT]: '{}',
    };
    // In the future, so that the folders are older than what lies in them.
    const base = Date.now() / 1000 + 3600;
    for (const [name, text] of Object.entries(parts)) {
      const file = path.join(house.folder, name);
      if (name.startsWith('dist') && ages[name] === undefined) continue;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      utimesSync(file, base - (ages[name] ?? 50), base - (ages[name] ?? 50));
    }
    const { stdout } = spawnSync(process.execPath, [path.join(house.folder, 'src/server/start.mjs')], { encoding: 'utf8' });
    return [...(existsSync(path.join(house.folder, 'built')) ? ['built'] : []), ...(stdout.endsWith('served\n') ? ['served'] : [])];
  }

  test.each([
    ['both halves are newer than the sources, it only serves', { [SERVER]: 10, [CLIENT]: 20 }, ['served']],
    ['the client is missing, it builds', { [SERVER]: 10 }, ['built', 'served']],
    ['the client is older than the sources, it builds', { [SERVER]: 10, [CLIENT]: 90 }, ['built', 'served']],
    ['the server is older than the sources, it builds', { [SERVER]: 90, [CLIENT]: 10 }, ['built', 'served']],
  ])('where %s', (_what, ages, said) => expect(startAt(ages)).toEqual(said));
});

describe('the first start', () => {
  const products = async (origin: string) => (await (await fetch(`${origin}/api/products`)).json()) as { stockQuantity: number }[];

  test('stocks the shop with the 24 products of the starter catalogue, and a later one does not', { timeout: WHOLE_TEST }, async () => {
    const first = await house.start();
    const stocked = await products(first.origin);
    expect(stocked).toHaveLength(24);
    expect(stocked.filter(({ stockQuantity }) => stockQuantity > 0).length).toBeGreaterThan(12);
    await first.stop();
    const sqlite = new Database(house.file);
    sqlite.prepare('delete from products where id = 1').run();
    sqlite.close();
    const second = await house.start();
    expect(await products(second.origin)).toHaveLength(23);
    await second.stop();
  });

  test('prints a password nobody chose this once; a later start keeps it and is silent', { timeout: WHOLE_TEST }, async () => {
    const first = await house.start({ ADMIN_PASSWORD: '' });
    const [, password = ''] = /with the password (\S+)/.exec(first.stdout) ?? [];
    expect(password).toMatch(/^[\w-]{16}$/);
    expect((await postJson(`${first.origin}/api/admin/login`, { username: 'owner', password })).status).toBe(200);
    await first.stop();
    const second = await house.start({ ADMIN_PASSWORD: 'another horse battery' });
    expect(second.stdout).not.toContain('password');
    expect((await postJson(`${second.origin}/api/admin/login`, { username: 'owner', password })).status).toBe(200);
    await second.stop();
  });
});

describe('the command line', () => {
  test('loads the starter catalogue (npm run db:seed)', { timeout: WHOLE_TEST }, async () => {
    expect(await house.command('seed')).toMatchObject({ code: 0, stderr: '' });
    const sqlite = new Database(house.file, { readonly: true });
    expect(sqlite.prepare('select count(*) from products').pluck().get()).toBe(24);
    sqlite.close();
  });

  test('sets the password and lifts the lock, and leaves a running server alone', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    expect(await house.command('admin:password', 'another horse battery')).toMatchObject({ code: 75, stdout: '' });
    for (let i = 0; i < 3; i++) await postJson(`${server.origin}/api/admin/login`, { ...ADMIN, password: 'wrong' });
    await server.stop();
    expect(await house.command('admin:unlock')).toMatchObject({ code: 0, stdout: 'Login locks lifted: 1\n' });
    expect(await house.command('admin:password', 'another horse battery')).toMatchObject({
      code: 0,
      stdout: 'The password of owner is set.\n',
    });
    const again = await house.start();
    expect((await postJson(`${again.origin}/api/admin/login`, ADMIN)).status).toBe(401);
    expect((await postJson(`${again.origin}/api/admin/login`, { ...ADMIN, password: 'another horse battery' })).status).toBe(200);
    await again.stop();
  });
});
