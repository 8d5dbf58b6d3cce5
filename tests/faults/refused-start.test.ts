import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { QUOTE } from '../support/shop';

const house = new ServerHouse();
const WHOLE_TEST = 60_000;
const sha = (name: string) => createHash('sha256').update(readFileSync(name)).digest('hex');
type How = Parameters<typeof house.spawn>[2];

/** Starts a server. Returns its exit code and the single line that it printed. */
async function refusal(env: Record<string, string> = {}, how: How = {}) {
  const server = house.spawn(env, undefined, how);
  const serves = server.listening().then(
    () => ({ code: 'It serves.' as const }),
    () => server.ended,
  );
  const { code } = await Promise.race([server.ended, serves]);
  expect(server.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(server.stderr).not.toMatch(/^\s+at /m);
  expect(server.stdout).toBe('');
  return { code, line: server.stderr.trim() };
}

let sound: Map<string, Buffer> | undefined;
/** Copies a closed database with one quote, which a server created once. */
async function leaveDatabase(): Promise<void> {
  if (!sound) {
    const server = await house.start();
    await postJson(`${server.origin}/api/contact`, QUOTE);
    await server.stop();
    const files = ['tidyline.db', 'tidyline.db.marker'];
    sound = new Map(files.map((name) => [name, readFileSync(path.join(house.dataDir, name))]));
    return;
  }
  mkdirSync(house.dataDir, { mode: 0o700 });
  for (const [name, bytes] of sound) writeFileSync(path.join(house.dataDir, name), bytes, { mode: 0o600 });
}

test('a second server on the same data names the running one, which goes on', { timeout: WHOLE_TEST }, async () => {
  const first = await house.start();
  const { code, line } = await refusal();
  expect(code).toBe(75);
  expect(line).toContain(`already running (pid ${first.child.pid})`);
  expect((await postJson(`${first.origin}/api/contact`, QUOTE)).status).toBe(201);
  await first.stop('SIGKILL');
  await (await house.start()).stop();
});

describe('a changed database', () => {
  const damages: [what: string, reason: RegExp, damage: () => void][] = [
    ['empty', /is empty/, () => writeFileSync(house.file, '')],
    ['cut short', /is damaged/, () => truncateSync(house.file, Math.floor(statSync(house.file).size / 2))],
  ];
  // database-faults.test.ts has all kinds of damage without a process.
  test.each(damages)('(%s) is rejected in one line and left as it is', { timeout: WHOLE_TEST }, async (_what, reason, damage) => {
    await leaveDatabase();
    damage();
    // SQLite may leave an empty log and its index beside a file that it only read.
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

  test('(gone) is not created again', { timeout: WHOLE_TEST }, async () => {
    await leaveDatabase();
    rmSync(house.file);
    expect(await refusal()).toMatchObject({ code: 78, line: expect.stringContaining('is missing') });
    expect(existsSync(house.file)).toBe(false);
  });
});

describe('unusable surroundings', () => {
  test.each([
    ['PORT', 'eighty'],
    ['SMTP_URL', 'sesame without a scheme'],
    ['ADMIN_PASSWORD', 'short'],
  ])('name a wrong %s (%s) without its value, before anything is created', async (name, value) => {
    const { code, line } = await refusal({ [name]: value });
    expect(code).toBe(78);
    expect(line).toContain(name);
    expect(line).not.toContain(value);
    expect(existsSync(house.dataDir)).toBe(false);
  });

  test('refuse a data folder that is a file in one line', async () => {
    writeFileSync(house.dataDir, 'a file');
    expect(await refusal()).toMatchObject({ code: 78, line: expect.stringContaining('cannot be used') });
  });

  // Root may write anywhere, so as root the server runs as another user.
  const NOBODY = process.getuid?.() === 0 ? { user: 65_534 } : {};
  const folders: [what: string, prepare: () => void][] = [
    ['a data folder that may only be read', () => mkdirSync(house.dataDir, { mode: 0o555 })],
    ['a data folder of somebody else', () => mkdirSync(house.dataDir, { mode: 'user' in NOBODY ? 0o700 : 0o000 })],
    ['no data folder, in a place where none may be made', () => chmodSync(house.folder, 0o555)],
  ];
  test.each(folders)('refuse %s in one line that names it', { timeout: WHOLE_TEST }, async (_what, prepare) => {
    chmodSync(house.folder, 0o755);
    prepare();
    const { code, line } = await refusal({}, NOBODY);
    for (const folder of [house.folder, house.dataDir]) if (existsSync(folder)) chmodSync(folder, 0o755);
    expect(code).toBe(78);
    expect(line).toContain(house.dataDir);
    expect(line).toMatch(/cannot be used \((EACCES|EROFS|EPERM|SQLITE_CANTOPEN|SQLITE_READONLY)/);
    expect(existsSync(house.file)).toBe(false);
  });

  test.each([
    ['of somebody else', 0o600, 0o000],
    ['that may only be read', 0o444, 0o444],
  ])('refuse a database %s in one line that names it, and leave it as it is', { timeout: WHOLE_TEST }, async (_what, roots, own) => {
    await leaveDatabase();
    chmodSync(house.folder, 0o755);
    chmodSync(house.dataDir, 0o777);
    chmodSync(house.file, 'user' in NOBODY ? roots : own);
    const { code, line } = await refusal({}, NOBODY);
    chmodSync(house.file, 0o600);
    expect(code).toBe(78);
    expect(line).toContain(house.file);
    expect(readFileSync(house.file).equals(sound?.get('tidyline.db') ?? Buffer.of())).toBe(true);
  });
});
