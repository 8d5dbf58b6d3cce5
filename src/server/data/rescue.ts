import { backupConnection } from '../../../db/backup';
import { getBackupFolder } from '../../../db/backup-folder';
import type { Db } from '../../../db/client';
import { findReplacedFiles } from '../../../db/file-watch';
import { checkOpenDb, getSoundness } from '../../../db/start-check';
import { RESTORE_HINT } from '../../../db/start-error';
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

/**
 * Checks a large database that was not closed cleanly, in another process. Refuses writes from then on if it is damaged, and logs what to
 * do. Returns at once for a database that is known to be sound.
 */
export async function checkDatabase({ db, log, live }: Pick<Ctx, 'db' | 'log' | 'live'>): Promise<void> {
  const sqlite = db.$client;
  if (getSoundness(sqlite) !== 'unchecked') return;
  log.info({ evt: 'database.checking' }, 'checking the database, since it was not closed cleanly');
  try {
    const damage = await checkOpenDb(sqlite, live.closing);
    if (damage === undefined) return log.info({ evt: 'database.sound' }, 'the database is sound');
    sqlite.pragma('query_only = ON');
    log.fatal({ evt: 'database.damaged', damage }, `The database ${sqlite.name} is damaged, so the server refuses writes. ${RESTORE_HINT}`);
  } catch (error) {
    if (!live.isClosed) throw error;
  }
}
