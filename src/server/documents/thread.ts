import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { DomainError } from '../../shared/errors';
import type { CsvReport } from '../../shared/inventory';
import type { Ctx } from '../context';
import type { Paper, Sender } from './paper';
import type { PdfLogo } from './pdf/paper-pdf';

export type PrintJob = { paper: Paper; sender: Sender; logo: PdfLogo };
/** Work that takes long, most of it in a large company. Each kind yields texts or the bytes of a PDF. */
export type ThreadJob =
  | ({ kind: 'paper' } & PrintJob)
  | { kind: 'csv'; report: CsvReport }
  | { kind: 'demand' }
  | { kind: 'openapi'; cookie: string };
/** A job with the database file, which the thread opens for reading only, and the time of the request. */
export type ThreadWork = { job: ThreadJob; file: string; at: string };
type Part = string | Uint8Array;

/** The thread's program, which the build puts beside the server; undefined when running from source. */
const program = ['./document-thread.js', '../document-thread.js']
  .map((name) => new URL(name, import.meta.url))
  .find((url) => existsSync(url));

/** Time limit for a job, in ms. */
const TIME_LIMIT_MS = 60_000;
/** Most threads at a time; each reads the database with a connection of its own. */
const MOST_THREADS = 5;
let running = 0;

/** Returns true if jobs can run in a thread: in the built server, and if they read the database, on one in a file. */
export const hasThread = (ctx?: Pick<Ctx, 'db'>): boolean => program !== undefined && !ctx?.db.$client.memory;

/**
 * Runs a job in a thread, so that the server answers others meanwhile, and yields its parts as they are made. Ends the thread when the
 * caller takes no more. Throws TOO_MANY while too many jobs run.
 */
export function inThread(ctx: Pick<Ctx, 'db' | 'now'> | undefined, job: ThreadJob): AsyncGenerator<Part> {
  if (!program) throw new Error('Threads run in the built server only.');
  if (running >= MOST_THREADS)
    throw new DomainError('TOO_MANY', 'Several long documents are being made. Please try again in a moment.', { retryAfterSeconds: 5 });
  const work: ThreadWork = { job, file: ctx?.db.$client.name ?? '', at: ctx?.now().toISOString() ?? '' };
  const worker = new Worker(program, { workerData: work });
  const timer = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS);
  running += 1;
  // A caller that hangs up before the first part never starts the generator below, so the thread itself frees its place.
  worker.once('exit', () => {
    running -= 1;
    clearTimeout(timer);
  });
  return takeParts(worker, on(worker, 'message', { close: ['exit'] }));
}

async function* takeParts(worker: Worker, messages: AsyncIterable<unknown[]>): AsyncGenerator<Part> {
  try {
    // The thread posts null after its last part.
    for await (const [part] of messages) {
      if (part === null) return;
      yield part as Part;
    }
    throw new Error('The document was not finished: its thread ended.');
  } finally {
    void worker.terminate();
  }
}

/** Runs a job in a thread and returns its only part. */
export async function takeOnly(parts: AsyncGenerator<Part>): Promise<Part> {
  for await (const part of parts) return part;
  throw new Error('The document has no content.');
}
