import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { findReplacedFiles } from './file-watch';

/** Pages of 4 kB in the log after which a checkpoint writes them into the database. SQLite's own limit. */
const CHECKPOINT_PAGES = 1000;
/** Pages after which a commit runs the checkpoint itself, so that the log stays below 64 MB if the thread falls behind. */
const COMMIT_CHECKPOINT_PAGES = 12_000;
const EVERY_MS = 100;

/**
 * Runs a checkpoint that blocks no writer when 1,000 pages of the log are not yet in the database. Once the log is longer than 4,000 pages,
 * it writes every page each time, because SQLite begins the log anew only after a complete checkpoint. Posts the first error of a series,
 * and tries again.
 */
const CHECKPOINTS = `
const { parentPort, workerData: { driver, file, pages, everyMs } } = require('node:worker_threads');
const sqlite = new (require(driver))(file, { fileMustExist: true });
let isFailing = false;
const timer = setInterval(() => {
  try {
    const [{ log, checkpointed }] = sqlite.pragma('wal_checkpoint(NOOP)');
    if (log - checkpointed >= (log > 4 * pages ? 1 : pages)) sqlite.pragma('wal_checkpoint(PASSIVE)');
    isFailing = false;
  } catch (error) {
    if (!isFailing) parentPort.postMessage({ code: error.code, message: error.message });
    isFailing = true;
  }
}, everyMs);
parentPort.once('message', () => {
  clearInterval(timer);
  sqlite.close();
});
`;

/**
 * Starts a thread that runs the checkpoints of an open database, so that no commit waits 20 to 130 ms for the disk. When the thread ends,
 * commits run them again. `onFault` is called with what goes wrong in it. Returns a function that ends the thread; call it before closing
 * the database. Starts none for a database in memory, or one whose files were replaced.
 */
export function startCheckpoints(sqlite: Database.Database, onFault: (fault: Error) => void): () => Promise<void> {
  if (sqlite.memory || findReplacedFiles(sqlite).length > 0) return async () => undefined;
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const workerData = { driver, file: sqlite.name, pages: CHECKPOINT_PAGES, everyMs: EVERY_MS };
  const worker = new Worker(CHECKPOINTS, { eval: true, workerData });
  worker.on('error', onFault);
  worker.on('message', ({ message, code }: { message: string; code: string }) => onFault(Object.assign(new Error(message), { code })));
  const ended = new Promise<void>((done) => {
    worker.once('exit', () => {
      if (sqlite.open) sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      done();
    });
  });
  sqlite.pragma(`wal_autocheckpoint = ${COMMIT_CHECKPOINT_PAGES}`);
  return () => {
    worker.postMessage('end');
    return ended;
  };
}
