import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';

/** Pages of 4 kB in the log after which it is written into the database. SQLite's own limit. */
const PAGES = 1000;
/** Pages after which a commit does it, so that a log stays below 64 MB if the thread cannot keep up. */
const MOST_PAGES = 12_000;
const EVERY_MS = 100;

/**
 * Looks whether the log has grown. A long one is written to its last page each time, since only then the next commit begins it anew.
 * Failures, such as a full disk, are tried again; commits of the server report them.
 */
const CHECKPOINTS = `
const { parentPort, workerData: { driver, file, pages, everyMs } } = require('node:worker_threads');
const sqlite = new (require(driver))(file, { fileMustExist: true });
const timer = setInterval(() => {
  try {
    const [{ log, checkpointed }] = sqlite.pragma('wal_checkpoint(NOOP)');
    if (log - checkpointed >= (log > 4 * pages ? 1 : pages)) sqlite.pragma('wal_checkpoint(PASSIVE)');
  } catch {}
}, everyMs);
parentPort.once('message', () => {
  clearInterval(timer);
  sqlite.close();
});
`;

/**
 * Writes the log of an open database into the file in a thread, since this waits for the disk (20 to 130 ms) and commits would do it.
 * They do it again once the thread has ended. Returns a function that ends the thread; call it before the database is closed.
 */
export function startCheckpoints(sqlite: Database.Database): () => Promise<void> {
  if (sqlite.memory) return async () => undefined;
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const worker = new Worker(CHECKPOINTS, { eval: true, workerData: { driver, file: sqlite.name, pages: PAGES, everyMs: EVERY_MS } });
  sqlite.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
  // An error ends the thread, and nothing of the log is lost by it.
  worker.on('error', () => undefined);
  const ended = new Promise<void>((done) => {
    worker.once('exit', () => {
      if (sqlite.open) sqlite.pragma(`wal_autocheckpoint = ${PAGES}`);
      done();
    });
  });
  return () => {
    worker.postMessage('end');
    return ended;
  };
}
