import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { APPLICATION_ID } from './inspection';
import { StartError } from './start-error';

/** Runs beside the server: takes the copy out of the log's mode, so that it is one file, reads all of it, and flushes it to the disk. */
const CHECK = `
const { parentPort, workerData: { driver, file } } = require('node:worker_threads');
const { closeSync, fsyncSync, openSync } = require('node:fs');
const Database = require(driver);
const sqlite = new Database(file, { fileMustExist: true });
sqlite.pragma('journal_mode = DELETE');
const check = sqlite.pragma('integrity_check(1)', { simple: true });
const id = sqlite.pragma('application_id', { simple: true });
sqlite.close();
const handle = openSync(file, 'r');
fsyncSync(handle);
closeSync(handle);
parentPort.postMessage({ check, id });
`;

/** Checks a finished copy of the database in full without holding up the process. Throws StartError 78 for one that is not whole. */
export async function verifyCopy(file: string): Promise<void> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const worker = new Worker(CHECK, { eval: true, workerData: { driver, file } });
  const { check, id } = await new Promise<{ check: unknown; id: unknown }>((done, fail) => {
    worker.once('message', done);
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new StartError(78, `The copy ${file} could not be checked (${code}).`)));
  });
  if (check !== 'ok' || id !== APPLICATION_ID) throw new StartError(78, `The copy ${file} is damaged (${String(check)}).`);
}
