import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ServerHouse } from '../support/server-process';
import { QUOTE } from '../support/shop';

const house = new ServerHouse();
const backups = () => {
  const folder = path.join(house.dataDir, 'backups');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.db')) : [];
};

test.each([
  ['deleted', () => rmSync(`${house.file}-wal`)],
  [
    'replaced by a copy',
    () => {
      copyFileSync(`${house.file}-wal`, `${house.file}-copy`);
      renameSync(`${house.file}-copy`, `${house.file}-wal`);
    },
  ],
])(
  'a log that is %s under the server is noticed within ten seconds, backed up with all acknowledged rows, and takes no more writes',
  {
    timeout: 60_000,
  },
  async (_how, lose) => {
    const server = await house.start();
    const submit = () =>
      fetch(`${server.origin}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(QUOTE),
      });
    expect((await submit()).status).toBe(201);
    expect((await fetch(`${server.origin}/api/ready`)).status).toBe(200);
    lose();
    await expect.poll(async () => (await fetch(`${server.origin}/api/ready`)).status, { timeout: 10_000 }).toBe(503);
    await expect.poll(backups, { timeout: 10_000 }).toHaveLength(1);
    await expect.poll(() => server.stdout, { timeout: 5000 }).toContain('database.replaced');
    expect((await submit()).status).toBe(503);
    expect((await fetch(`${server.origin}/api/products`)).status).toBe(200);
    const backup = new Database(path.join(house.dataDir, 'backups', backups()[0] ?? ''), { readonly: true });
    expect(backup.prepare('select count(*) from contact_inquiries').pluck().get()).toBe(1);
    backup.close();
    await server.stop();
  },
);
