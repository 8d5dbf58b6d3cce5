import type Database from 'better-sqlite3';

/** Longest that a probe waits for another program that writes: meanwhile nothing else is done. */
const WAIT_MS = 200;
/** Pages more than there are, which are never written. */
const GROW = "insert into settings (key, value, updated_at) values ('write-probe', json_quote(hex(zeroblob(4096))), '')";

/**
 * Finds out whether a database can be written to right now, in a few ms: whether it may grow, and whether a commit that changes
 * nothing (its first page, written and flushed) succeeds. Throws what SQLite throws where not.
 */
export function probeWrite(sqlite: Database.Database): void {
  const wait = sqlite.pragma('busy_timeout', { simple: true });
  sqlite.pragma(`busy_timeout = ${WAIT_MS}`);
  try {
    sqlite.exec('begin immediate');
    try {
      sqlite.exec(GROW);
    } finally {
      // SQLite has done so already where the disk is full.
      if (sqlite.inTransaction) sqlite.exec('rollback');
    }
    sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true })}`);
  } finally {
    sqlite.pragma(`busy_timeout = ${wait}`);
  }
}
