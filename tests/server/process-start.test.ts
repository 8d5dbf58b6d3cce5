import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { isIncomplete, isStale } from '../../src/server/build-age.mjs';
import { times } from '../support/length';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { ADMIN, QUOTE } from '../support/shop';

const house = new ServerHouse();
const WHOLE_TEST = 60_000;
describe('the log', () => {
  test('names no caller, at its most detailed and with everything failing', { timeout: WHOLE_TEST }, async () => {
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
    // Storage that rejects writes, and then a damaged one.
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
  const [SERVER, COMMANDS, CLIENT] = ['dist/server/main.js', 'dist/server/cli.js', 'dist/client/.vite/manifest.json'];
  const SCRIPTS = ['src/server/start.mjs', 'src/server/build-age.mjs'];

  /** Makes a project whose parts have these ages in seconds. Its build, server and commands only print their names. */
  function makeProject(ages: Record<string, number>): void {
    const said = { [SERVER]: "console.log('served')", [COMMANDS]: 'console.log(process.argv.slice(2).join())' };
    const build = `const { mkdirSync, writeFileSync } = await import('node:fs');
      writeFileSync('built', ''); mkdirSync('dist/server', { recursive: true });
      for (const [name, text] of ${JSON.stringify(Object.entries(said))}) writeFileSync(name, text);`;
    const parts = {
      'package.json': JSON.stringify({ type: 'module', scripts: { build: 'node build.js' } }),
      'build.js': build,
      ...said,
      [CLIENT]: '{}',
    };
    for (const name of SCRIPTS) {
      mkdirSync(path.join(house.folder, 'src/server'), { recursive: true });
      copyFileSync(path.resolve(import.meta.dirname, '../..', name), path.join(house.folder, name));
    }
    // In the future, so that the folders are older than their files.
    const base = Date.now() / 1000 + 3600;
    for (const [name, text] of Object.entries(parts)) {
      const file = path.join(house.folder, name);
      if (name.startsWith('dist') && ages[name] === undefined) continue;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      utimesSync(file, base - (ages[name] ?? 50), base - (ages[name] ?? 50));
    }
  }

  /** Runs the start script of such a project and returns what was printed. */
  function startAt(ages: Record<string, number>, ...command: string[]): string[] {
    makeProject(ages);
    const { stdout } = spawnSync(process.execPath, [path.join(house.folder, 'src/server/start.mjs'), ...command], { encoding: 'utf8' });
    return [...(existsSync(path.join(house.folder, 'built')) ? ['built'] : []), ...stdout.trim().split('\n').slice(-1)];
  }

  test.each([
    ['serves if both halves are newer than the sources', { [SERVER]: 10, [COMMANDS]: 10, [CLIENT]: 20 }, ['served']],
    ['builds first if the client is older than the sources', { [SERVER]: 10, [COMMANDS]: 10, [CLIENT]: 90 }, ['built', 'served']],
  ])('%s', (_what, ages, said) => expect(startAt(ages)).toEqual(said));

  test.each([
    ['is stale without the client', { [SERVER]: 10, [COMMANDS]: 10 }, [true, true]],
    ['is stale if the server is older than the sources', { [SERVER]: 90, [COMMANDS]: 10, [CLIENT]: 10 }, [false, true]],
    ['is fresh if both halves are newer than the sources', { [SERVER]: 10, [COMMANDS]: 10, [CLIENT]: 20 }, [false, false]],
  ])('the build %s', (_what, ages, found) => {
    makeProject(ages);
    expect([isIncomplete(house.folder), isStale(house.folder)]).toEqual(found);
  });

  test('builds for a command only if the build is missing, and passes the arguments on', () => {
    expect(startAt({}, 'seed', '--demo')).toEqual(['built', 'seed,--demo']);
    rmSync(path.join(house.folder, 'built'));
    expect(startAt({ [SERVER]: 10, [COMMANDS]: 10, [CLIENT]: 10 }, 'backup')).toEqual(['backup']);
    // A running server may be using those files.
    expect(startAt({ [SERVER]: 90, [COMMANDS]: 90, [CLIENT]: 90 }, 'backup')).toEqual(['backup']);
    const { scripts } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    const commands = Object.entries(scripts).filter(([name]) => /^(backup|restore|admin:|db:seed)/.test(name));
    expect(commands.map(([, script]) => script)).toEqual(commands.map(() => expect.stringMatching(/^node src\/server\/start\.mjs \S+$/)));
    expect(commands).toHaveLength(6);
  });
});

describe('the first start', () => {
  const products = async (origin: string) => (await (await fetch(`${origin}/api/products`)).json()) as { stockQuantity: number }[];
  const logIn = async (origin: string, password: string) =>
    (await postJson(`${origin}/api/admin/login`, { username: 'owner', password })).status;

  test('stocks the store and prints a generated password; a later start keeps the products and the password of the command line', {
    timeout: WHOLE_TEST,
  }, async () => {
    const first = await house.start({ ADMIN_PASSWORD: '' });
    const stocked = await products(first.origin);
    expect(stocked).toHaveLength(24);
    expect(stocked.filter(({ stockQuantity }) => stockQuantity > 0).length).toBeGreaterThan(12);
    const [, password = ''] = /with the password (\S+)/.exec(first.stdout) ?? [];
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(await logIn(first.origin, password)).toBe(200);
    // Beside a running server the command line changes nothing.
    expect(await house.command('admin:password', 'another horse battery')).toMatchObject({ code: 75, stdout: '' });
    for (let i = 0; i < 3; i++) await logIn(first.origin, 'wrong');
    await first.stop();

    expect(await house.command('admin:unlock')).toMatchObject({ code: 0, stdout: 'Login locks lifted: 1\n' });
    // A word is taken literally, even when a file has this name.
    mkdirSync(path.join(house.folder, 'x'.repeat(8)));
    expect(await house.commandFrom(house.folder, 'admin:password', 'x'.repeat(8))).toMatchObject({
      code: 0,
      stdout: 'The password of owner is set.\n',
      stderr: '',
    });
    const sqlite = new Database(house.file);
    sqlite.prepare('delete from products where id = 1').run();
    sqlite.close();
    const second = await house.start({ ADMIN_PASSWORD: 'another horse battery' });
    expect(await products(second.origin)).toHaveLength(23);
    expect(second.stdout).not.toContain('password');
    for (const [tried, status] of [
      [password, 401],
      ['another horse battery', 401],
      ['x'.repeat(8), 200],
    ] as const)
      expect(await logIn(second.origin, tried), tried).toBe(status);
    await second.stop();
  });
});

describe('the command line', () => {
  const WRONG_LENGTH = times(['1234567'], ['1234567', 'x'.repeat(257), '']).map((password) => [password]);
  // Of several words only the first would be set.
  test.each([...WRONG_LENGTH, ['correcthorse', 'battery']].map((words) => [words]))(
    'rejects %j as the password, and creates nothing',
    async (words) => {
      const stderr = words.length === 1 ? 'The password needs 8 to 256 characters.\n' : expect.stringMatching(/^Usage:/);
      expect(await house.command('admin:password', ...words)).toMatchObject({ code: 2, stdout: '', stderr });
      expect(existsSync(house.dataDir)).toBe(false);
    },
  );

  test.each([
    ['seed', '--dmeo'],
    ['backup', 'today'],
    ['admin:unlock', 'owner'],
  ])('rejects %s with the unknown argument %s, and creates nothing', async (...words) => {
    expect(await house.command(...words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^Usage:/) });
    expect(existsSync(house.dataDir)).toBe(false);
  });

  test('loads the starter catalogue (npm run db:seed)', { timeout: WHOLE_TEST }, async () => {
    expect(await house.command('seed')).toMatchObject({ code: 0, stderr: '' });
    const sqlite = new Database(house.file, { readonly: true });
    expect(sqlite.prepare('select count(*) from products').pluck().get()).toBe(24);
    sqlite.close();
  });
});
