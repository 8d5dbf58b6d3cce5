import type Database from 'better-sqlite3';

/** The longest wait for another program that writes. The process is blocked meanwhile. */
const WAIT_MS = 200;
/** An insert that needs a new page. It is rolled back, so it is never stored. */
const GROW = "insert into settings (key, value, updated_at) values ('write-probe', json_quote(hex(zeroblob(4096))), '')";

/** Checks in ms that a database can be written to: it may grow, and a commit that changes nothing succeeds. Throws as SQLite does. */
export function probeWrite(sqlite: Database.Database): void {
  const wait = sqlite.pragma('busy_timeout', { simple: true });
  sqlite.pragma(`busy_timeout = ${WAIT_MS}`);
  try {
    sqlite.exec('begin immediate');
    try {
      sqlite.exec(GROW);
    } finally {
      // On a full disk SQLite has already rolled back.
      if (sqlite.inTransaction) sqlite.exec('rollback');
    }
    sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true })}`);
  } finally {
    sqlite.pragma(`busy_timeout = ${wait}`);
  }
}
