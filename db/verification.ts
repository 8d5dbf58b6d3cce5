import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { APPLICATION_ID } from './inspection';
import { StartError } from './start-error';

/**
 * Runs in a thread, since the server would stand still while the disk works. Copies the database as of now (one read transaction, so
 * later writes do not restart it), switches the copy out of WAL mode so that it is one file, checks all of it, computes its SHA-256 and
 * flushes it.
 */
const COPY = `
const { parentPort, workerData: { driver, from, to } } = require('node:worker_threads');
const { closeSync, fsyncSync, openSync, readSync } = require('node:fs');
const { createHash } = require('node:crypto');
const Database = require(driver);
async function run() {
  const source = new Database(from, { readonly: true, fileMustExist: true });
  source.exec('begin');
  source.prepare('select 1 from sqlite_master').get();
  await source.backup(to);
  source.close();
  const copy = new Database(to, { fileMustExist: true });
  copy.pragma('journal_mode = DELETE');
  const check = copy.pragma('integrity_check(1)', { simple: true });
  const id = copy.pragma('application_id', { simple: true });
  copy.close();
  const handle = openSync(to, 'r');
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1024 * 1024);
  for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) hash.update(chunk.subarray(0, read));
  fsyncSync(handle);
  closeSync(handle);
  parentPort.postMessage({ check, id, sha256: hash.digest('hex') });
}
run().catch((error) => parentPort.postMessage({ code: error.code ?? 'unknown', message: error.message }));
`;

type Report = { check: unknown; id: unknown; sha256: string } | { code: string; message: string };

/**
 * Copies an open database into an existing empty file without blocking the process, and checks the copy in full. Returns its SHA-256.
 * Throws StartError 78 for a copy that is not whole, what the disk and SQLite throw with its code, and when the signal aborts.
 */
export async function copyAndVerify(from: string, to: string, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const worker = new Worker(COPY, { eval: true, workerData: { driver, from, to } });
  const end = () => void worker.terminate();
  signal?.addEventListener('abort', end);
  try {
    const report = await new Promise<Report>((done, fail) => {
      worker.once('message', done);
      worker.once('error', fail);
      worker.once('exit', (code) => fail(new StartError(78, `The copy ${to} was not finished (${code}).`)));
    });
    if ('code' in report) throw Object.assign(new Error(report.message), { code: report.code });
    const { check, id, sha256 } = report;
    if (check !== 'ok' || id !== APPLICATION_ID) throw new StartError(78, `The copy ${to} is damaged (${String(check)}).`);
    return sha256;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
