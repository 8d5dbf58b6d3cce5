import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { backupFolderOf, backupOpenDb } from '../../../db/backup';
import { type Db, inTransaction } from '../../../db/client';
import { BACKUP_NAME, BACKUPS_LISTED, type Backup } from '../../shared/data';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import type { Ctx, RequestCtx } from '../trpc';

/** Databases of which a backup is being made. */
const underWay = new WeakSet<Db>();

/** When a backup was made, by its name. */
const madeAt = (name: string): string => name.replace(BACKUP_NAME, '$1-$2-$3T$4:$5:$6.000Z');
/** Its place among others: by the second, and in one second by the number behind it. */
const placeOf = (name: string): string => `${name.slice(0, 16)}${(/-(\d+)\.db$/.exec(name)?.[1] ?? '1').padStart(3, '0')}`;

function describeFile(folder: string, name: string): Backup | undefined {
  const file = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
  return file?.isFile() ? { name, bytes: file.size, at: madeAt(name) } : undefined;
}

/** The names of all backups, the newest first; none before the first. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => BACKUP_NAME.test(name))
      .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DomainError('UNAVAILABLE', 'The folder of the backups cannot be read.');
  }
}

/** The newest backups, and how many there are in all. */
export function listBackups({ db }: Ctx): { rows: Backup[]; total: number } {
  const folder = backupFolderOf(db.$client);
  if (folder === undefined) return { rows: [], total: 0 };
  const names = namesIn(folder);
  return { rows: names.slice(0, BACKUPS_LISTED).flatMap((name) => describeFile(folder, name) ?? []), total: names.length };
}

/** Where a backup lies, for sending it; writes down that somebody took it. Throws NOT_FOUND for whatever is not one of the backups. */
export function takeBackup(ctx: Ctx, name: string): Backup & { file: string } {
  const folder = backupFolderOf(ctx.db.$client);
  const found = folder !== undefined && BACKUP_NAME.test(name) ? describeFile(folder, name) : undefined;
  if (folder === undefined || !found) throw new DomainError('NOT_FOUND', 'There is no such backup.');
  inTransaction(ctx.db, () => recordActivity(ctx, { verb: 'backup.downloaded', entityType: 'backup', entityId: name }));
  return { ...found, file: path.join(folder, name) };
}

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'].includes((error as { code?: string }).code ?? '');

/**
 * Makes a checked copy of the database in DATA_DIR/backups while the business goes on (guide/reliability.md §5.10). Throws
 * CONFLICT while another one is being made, and UNAVAILABLE where the disk is full or refuses; earlier backups stay as they were.
 */
export async function backUpNow(ctx: RequestCtx): Promise<Backup> {
  const { db } = ctx;
  const folder = backupFolderOf(db.$client);
  if (folder === undefined) throw new DomainError('UNAVAILABLE', 'This database is not kept in a file.');
  if (underWay.has(db)) throw new DomainError('CONFLICT', 'A backup is being made already. Please wait until it is done.');
  underWay.add(db);
  try {
    const name = path.basename(await backupOpenDb(db.$client, folder, ctx));
    const made = describeFile(folder, name) ?? { name, bytes: 0, at: madeAt(name) };
    inTransaction(db, () =>
      recordActivity(ctx, { verb: 'backup.made', entityType: 'backup', entityId: name, data: { bytes: made.bytes } }),
    );
    return made;
  } catch (error) {
    ctx.onFault(error);
    const why = isFull(error) ? 'The disk is full, so no backup was made.' : 'The backup could not be made.';
    throw new DomainError('UNAVAILABLE', `${why} Earlier backups are as they were.`);
  } finally {
    underWay.delete(db);
  }
}
