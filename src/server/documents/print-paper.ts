import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { DomainError } from '../../shared/errors';
import type { Paper, Sender } from './paper';
import { type PdfLogo, paperPdf } from './pdf/paper-pdf';
import { makePdf } from './pdf/pdf';

export type PrintJob = { paper: Paper; sender: Sender; logo: PdfLogo };

/** Number of rows from which a thread creates the document: two thousand rows would block the server for a second. */
const LONG_ROWS = 150;
/** The thread's program, which the build puts beside the server; undefined when running from source. */
const program = ['./pdf-worker.js', '../pdf-worker.js'].map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url));

/** Time limit for a document, in ms. */
const TIME_LIMIT_MS = 60_000;
/** Most long documents in the queue; each takes a second or two. */
const MAX_WAITING = 5;

function makeInThread(file: URL, job: PrintJob): Promise<Buffer> {
  const worker = new Worker(file, { workerData: job });
  const timer = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS);
  return new Promise<Uint8Array>((done, fail) => {
    worker.once('message', done);
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new Error(`The document was not made: its thread ended with ${code}.`)));
  })
    .then((bytes) => Buffer.from(bytes))
    .finally(() => clearTimeout(timer));
}

/** Long documents are created one at a time, to leave the machine free for other work. */
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Creates a document as a PDF. Throws TOO_MANY if too many long ones are waiting. */
export async function printPaper(job: PrintJob): Promise<Buffer> {
  const rows = job.paper.tables.reduce((sum, table) => sum + table.rows.length, 0);
  const file = program;
  if (rows < LONG_ROWS || !file) return makePdf(paperPdf(job.paper, job.sender, job.logo));
  if (waiting >= MAX_WAITING)
    throw new DomainError('TOO_MANY', 'Several long documents are being made. Please try again in a moment.', { retryAfterSeconds: 5 });
  waiting += 1;
  const made = queue
    .then(() => makeInThread(file, job))
    .finally(() => {
      waiting -= 1;
    });
  queue = made.catch(() => undefined);
  return made;
}
