import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { newestBackup, thinBackups } from '../../db/backup-folder';
import { getChecksumFile } from '../../db/checksum';
import { backupDb, closeDb, type Db, openDb, restoreDb, StartError } from '../../db/client';
import { rehearseRestore } from '../../db/drill';
import { countRows } from '../../db/prepared';
import { products } from '../../db/schema';
import { seedCatalogue, seedCompany } from '../../db/seed';
import { orStartError } from '../../db/start-error';
import { newPassword } from '../shared/session-schemas';
import type { Ctx } from './context';
import { DEMO_PASSWORD, seedDemo } from './demo/company';
import { getOrigin, readEnv } from './env';
import { createLog } from './http/logging';
import { Live } from './live';
import { makeLink } from './portal/sign-in';
import { NO_MAP_SOURCES } from './providers/map-sources';
import { clearLoginLocks, setAdminPassword } from './session/service';

const USAGE = `Usage:
  npm run backup                       a verified copy of the database in DATA_DIR/backups (also while the server runs)
  npm run backup:verify [-- FILE]      restores a backup (default: the newest) into a temporary folder and checks all of it
  npm run restore -- FILE              puts a backup in place of the database (stop the server first)
  npm run db:seed                      adds the missing products of the starter catalogue (stop the server first)
  npm run db:seed -- --demo            fills an empty database with the demo company (stop the server first)
  npm run admin:password [-- PASSWORD] sets the owner's password, or generates one (stop the server first)
  npm run admin:unlock                 lifts every login lock (stop the server first)
  npm run client:link -- EMAIL         prints a sign-in link to a client's page, which works for 15 minutes (stop the server first)`;

const now = () => new Date();
const env = readEnv();
const file = path.join(env.DATA_DIR, 'tidyline.db');
const backups = path.join(env.DATA_DIR, 'backups');
const resolveTyped = (name: string): string => path.resolve(env.INIT_CWD ?? '.', name);
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Runs a command on the database. Creates a missing one as the server does, with the starter rows unless `seed` says otherwise. */
async function withDb(
  work: (ctx: Ctx, created: boolean) => Promise<void> | void,
  seed = (fresh: Db): void => seedCompany(fresh, now()),
): Promise<void> {
  const { db, created } = openDb(file, { now, seed });
  try {
    const ctx: Ctx = {
      db,
      now,
      live: new Live(),
      origin: getOrigin(env),
      hasMailServer: false,
      mapSources: NO_MAP_SOURCES,
      uploadFolder: path.join(env.DATA_DIR, 'uploads'),
      log: createLog(env.LOG_LEVEL),
      actor: { kind: 'system' },
    };
    await work(ctx, created);
  } finally {
    closeDb(db);
  }
}

/** Sets the owner's password, or generates one and prints it. Throws before anything is opened when the password is too weak. */
async function setPassword(chosen: string | undefined): Promise<void> {
  const refused = chosen === undefined ? undefined : newPassword.safeParse(chosen).error;
  if (refused) throw new Error(`The password ${refused.issues[0]?.message}.`);
  await withDb(async (ctx) => {
    const password = chosen ?? randomBytes(12).toString('base64url');
    await setAdminPassword(ctx, env.ADMIN_USERNAME, password);
    say(chosen === undefined ? `The password of ${env.ADMIN_USERNAME} is ${password}` : `The password of ${env.ADMIN_USERNAME} is set.`);
  });
}

const formatCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([table, rows]) => `${table} ${rows}`)
    .join(', ');

async function backUp(): Promise<void> {
  say(`Written: ${backupDb(file, backups, { now })}`);
  const faults = await thinBackups(backups, now()).catch((error: unknown) => [error]);
  if (faults.length > 0) say(`${faults.length} expired backups could not be deleted.`);
}

function verifyBackup(chosen: string | undefined): void {
  const newest = () => {
    const name = newestBackup(backups, now());
    return name && path.join(backups, name);
  };
  const backup = chosen === undefined ? orStartError(backups, newest, { kind: 'folder' }) : resolveTyped(chosen);
  if (backup === undefined) throw new StartError(78, `There is no backup in ${backups}.`);
  const startedAt = performance.now();
  const { findings, counts } = rehearseRestore(backup, { inside: backups, now });
  for (const { name, isGood, found } of findings) say(`${isGood ? 'ok  ' : 'BAD '} ${name}: ${found}`);
  if (Object.keys(counts).length > 0) say(`rows: ${formatCounts(counts)}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (!findings.every(({ isGood }) => isGood)) throw new StartError(78, `The backup ${backup} is not good.`);
  say(`The backup ${backup} is good: restored and checked in ${seconds} s.`);
}

async function run([command, argument, ...more]: string[]): Promise<void> {
  // A password of several words without quotes arrives as several arguments; only the first word would be set.
  if (more.length > 0) throw new Error(USAGE);
  if (command === 'backup' && argument === undefined) return backUp();
  if (command === 'backup:verify') return verifyBackup(argument);
  if (command === 'restore' && argument) {
    const backup = resolveTyped(argument);
    const counts = restoreDb(backup, file, { now });
    if (!existsSync(getChecksumFile(backup))) say('The backup has no checksum file; its contents are intact.');
    return say(`Restored: ${formatCounts(counts)}`);
  }
  if (command === 'admin:password') return setPassword(argument);
  if (command === 'seed' && argument === '--demo')
    return withDb(
      async (ctx) => {
        const { clients, members, workOrders, orders, quotes, bookings } = await seedDemo(ctx);
        say(`Created the demo company: ${clients} clients, ${members} members, ${workOrders} work orders,`);
        say(`${orders} store orders, ${quotes} quote requests and ${bookings} bookings.`);
        say(`Members sign in at /team-login with E-101 to E-106 and the password ${DEMO_PASSWORD}`);
      },
      // The demo stocks its shelves itself, before its first order.
      () => undefined,
    );
  if (command === 'seed' && argument === undefined)
    return withDb((ctx, created) => {
      const before = created ? 0 : countRows(ctx.db, products, undefined);
      seedCatalogue(ctx.db, now());
      say(`Products added: ${countRows(ctx.db, products, undefined) - before}`);
    });
  if (command === 'client:link' && argument !== undefined) return withDb((ctx) => say(makeLink(ctx, argument)));
  if (command === 'admin:unlock' && argument === undefined) return withDb((ctx) => say(`Login locks lifted: ${clearLoginLocks(ctx)}`));
  throw new Error(USAGE);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : USAGE}\n`);
  process.exit(error instanceof StartError ? error.exitCode : 2);
});
