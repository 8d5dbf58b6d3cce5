import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { DomainError } from '../../shared/errors';
import type { Paper, Sender } from './paper';
import { type PdfLogo, paperPdf } from './paper-pdf';
import { makePdf } from './pdf';

export type PrintJob = { paper: Paper; sender: Sender; logo: PdfLogo };

/** Rows from which a document is made beside the process: two thousand take a second, in which nobody else would be answered. */
const LONG = 150;
/** The thread's program, which the build puts beside the server's own; without a build there is none. */
const program = ['./pdf-worker.js', '../pdf-worker.js'].map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url));

/** Longer than the longest document takes, ms; a thread that hangs ends with it. */
const LONGEST_MS = 60_000;
/** Long documents that wait at a time; each takes a second or two. */
const WAITING = 5;

function makeBeside(file: URL, job: PrintJob): Promise<Buffer> {
  const worker = new Worker(file, { workerData: job });
  const timer = setTimeout(() => void worker.terminate(), LONGEST_MS);
  return new Promise<Uint8Array>((done, fail) => {
    worker.once('message', done);
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new Error(`The document was not made: its thread ended with ${code}.`)));
  })
    .then((bytes) => Buffer.from(bytes))
    .finally(() => clearTimeout(timer));
}

/** Long documents are made one after the other, so that they do not take all of the machine. */
let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** A document as the bytes of a PDF. Throws TOO_MANY where several long ones wait already. */
export async function printPaper(job: PrintJob): Promise<Buffer> {
  const rows = job.paper.tables.reduce((sum, table) => sum + table.rows.length, 0);
  const file = program;
  if (rows < LONG || !file) return makePdf(paperPdf(job.paper, job.sender, job.logo));
  if (waiting >= WAITING)
    throw new DomainError('TOO_MANY', 'Several long documents are being made. Please try again in a moment.', { retryAfterSeconds: 5 });
  waiting += 1;
  const made = turn
    .then(() => makeBeside(file, job))
    .finally(() => {
      waiting -= 1;
    });
  turn = made.catch(() => undefined);
  return made;
}
