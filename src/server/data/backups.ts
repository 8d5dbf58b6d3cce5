import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { backupOpenDb } from '../../../db/backup';
import { backupsIn, getBackupFolder, lastBackup, thinBackups } from '../../../db/backup-folder';
import { type Db, inTransaction } from '../../../db/client';
import { findReplacedFiles } from '../../../db/file-watch';
import { BACKUP_EVERY_MS, BACKUP_NAME, BACKUPS_LISTED, type Backup, type backupList, isOverdue, madeAt } from '../../shared/backups';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import type { Ctx, RequestCtx } from '../context';
import { describeFault } from '../http/logging';

/** Databases of which a backup is under way. */
const underWay = new WeakSet<Db>();
/** The time at which the last automatic backup of a database failed. */
const failedAt = new WeakMap<Db, number>();
/** The wait after a failure, since each attempt reads and writes the whole database. */
const RETRY_MS = 5 * 60_000;

function describeFile(folder: string, name: string): Backup | undefined {
  const file = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
  return file?.isFile() ? { name, bytes: file.size, at: madeAt(name) } : undefined;
}

/** Lists the newest backups, their number, and the time of the last good one. Throws UNAVAILABLE. */
export function listBackups({ db, now }: Ctx): z.output<typeof backupList> {
  const folder = getBackupFolder(db.$client);
  if (folder === undefined) return { rows: [], total: 0, lastAt: null, isOverdue: false };
  try {
    const names = backupsIn(folder);
    const { at, ageMs } = lastBackup(db.$client, folder, now());
    const rows = names.slice(0, BACKUPS_LISTED).flatMap((name) => describeFile(folder, name) ?? []);
    return { rows, total: names.length, lastAt: at, isOverdue: isOverdue(ageMs) };
  } catch {
    throw new DomainError('UNAVAILABLE', 'The folder of the backups cannot be read.');
  }
}

/** Returns the file of a backup to send and records the download. Throws NOT_FOUND for any other name. */
export function takeBackup(ctx: Ctx, name: string): Backup & { file: string } {
  const folder = getBackupFolder(ctx.db.$client);
  const found = folder !== undefined && BACKUP_NAME.test(name) ? describeFile(folder, name) : undefined;
  if (folder === undefined || !found) throw new DomainError('NOT_FOUND', 'There is no such backup.');
  inTransaction(ctx.db, () => recordActivity(ctx, { verb: 'backup.downloaded', entityType: 'backup', entityId: name }));
  return { ...found, file: path.join(folder, name) };
}

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'].includes((error as { code?: string }).code ?? '');

/**
 * Makes one backup at a time and deletes those beyond retention. A file that cannot be deleted is logged, and the backup is good all the
 * same. Throws what the disk and SQLite throw, and gives up when the process ends. Throws once the database's files were replaced: the copy
 * is made by path, so it would be of foreign files.
 */
async function makeBackup({ db, now, log, live }: Pick<Ctx, 'db' | 'now' | 'log' | 'live'>, folder: string): Promise<Backup> {
  if (findReplacedFiles(db.$client).length > 0) throw new Error('The files of the database were deleted or replaced.');
  underWay.add(db);
  try {
    // Thins before the backup too: on a full disk this makes room. Files that cannot be deleted are reported afterwards.
    await thinBackups(folder, now());
    const name = path.basename(await backupOpenDb(db.$client, folder, { now, signal: live.closing }));
    const faults = await thinBackups(folder, now());
    if (faults.length > 0)
      log.warn({ evt: 'backup.kept', count: faults.length, fault: describeFault(faults[0]) }, 'old backups could not be deleted');
    return describeFile(folder, name) ?? { name, bytes: 0, at: madeAt(name) };
  } finally {
    underWay.delete(db);
  }
}

/**
 * Makes a checked copy of the database in DATA_DIR/backups while the server keeps working. Throws CONFLICT while another backup is under
 * way, and UNAVAILABLE if the disk is full or refuses. Earlier backups stay as they were.
 */
export async function backUpNow(ctx: RequestCtx): Promise<Backup> {
  const { db } = ctx;
  const folder = getBackupFolder(db.$client);
  if (folder === undefined) throw new DomainError('UNAVAILABLE', 'This database is not kept in a file.');
  if (underWay.has(db)) throw new DomainError('CONFLICT', 'A backup is being made already. Please wait until it is done.');
  try {
    const made = await makeBackup(ctx, folder);
    inTransaction(db, () =>
      recordActivity(ctx, { verb: 'backup.made', entityType: 'backup', entityId: made.name, data: { bytes: made.bytes } }),
    );
    return made;
  } catch (error) {
    ctx.onFault(error);
    const why = isFull(error) ? 'The disk is full, so no backup was made.' : 'The backup could not be made.';
    throw new DomainError('UNAVAILABLE', `${why} Earlier backups are as they were.`);
  }
}

/**
 * Makes a backup if the last one is an hour old, or if there are no backups and the database is an hour old. Skips it while a backup is
 * under way and within five minutes after a failure. Writes to the log, not to the activity. Throws what the disk and SQLite throw.
 */
export async function backUpWhenDue(ctx: Ctx): Promise<void> {
  const { db, now, log, live } = ctx;
  const folder = getBackupFolder(db.$client);
  if (folder === undefined || underWay.has(db)) return;
  const startedAt = now().getTime();
  if (Math.abs(startedAt - (failedAt.get(db) ?? Number.NEGATIVE_INFINITY)) < RETRY_MS) return;
  try {
    if (lastBackup(db.$client, folder, now()).ageMs < BACKUP_EVERY_MS) return;
    const { name, bytes } = await makeBackup(ctx, folder);
    log.info({ evt: 'backup.made', name, bytes, ms: now().getTime() - startedAt }, 'a backup was made');
  } catch (error) {
    if (live.isClosed) return;
    failedAt.set(db, startedAt);
    throw error;
  }
}
