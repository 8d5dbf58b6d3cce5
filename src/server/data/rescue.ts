import { backupConnection } from '../../../db/backup';
import { getBackupFolder } from '../../../db/backup-folder';
import type { Db } from '../../../db/client';
import { findReplacedFiles } from '../../../db/file-watch';
import type { Ctx } from '../context';
import { describeFault } from '../http/logging';

/** Databases whose rescue backup was tried. */
const rescued = new WeakSet<Db>();

const ADVICE =
  'The files of the database were deleted or replaced while the server runs, so it refuses writes. Stop the server, move DATA_DIR aside, and restore the backup named here into a new one.';

/**
 * Saves what the server knows if the files of its database were deleted or replaced under it: refuses writes from now on, empties the log
 * into the database each time, and makes one backup from the open connection. Logs what happened and what to do. Does nothing otherwise.
 */
export async function rescueReplacedFiles({ db, now, log }: Pick<Ctx, 'db' | 'now' | 'log'>): Promise<void> {
  const sqlite = db.$client;
  const folder = getBackupFolder(sqlite);
  if (folder === undefined || findReplacedFiles(sqlite).length === 0) return;
  // A write that the backup misses would be lost when the process ends.
  sqlite.pragma('query_only = ON');
  try {
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    log.error({ evt: 'rescue.checkpoint_failed', fault: describeFault(error) }, 'the log could not be emptied into the database');
  }
  if (rescued.has(db)) return;
  rescued.add(db);
  try {
    const backup = await backupConnection(sqlite, folder, { now });
    log.fatal({ evt: 'database.replaced', backup }, ADVICE);
  } catch (error) {
    log.fatal({ evt: 'database.replaced', backup: null, fault: describeFault(error) }, `${ADVICE} The backup failed.`);
  }
}
