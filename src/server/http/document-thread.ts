import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../../../db/client';
import type { Ctx } from '../context';
import { paperPdf } from '../documents/pdf/paper-pdf';
import { makePdf } from '../documents/pdf/pdf';
import type { ThreadJob, ThreadWork } from '../documents/thread';
import { readCsvReport } from '../inventory/reports';
import { countDemand } from '../market/service';
import { openApiDocument } from './rest/openapi';

/** Entry point of a thread that does one job, posts its parts, then null, and ends. */
const { job, file, at } = workerData as ThreadWork;
const post = (part: string | Uint8Array | null) => parentPort?.postMessage(part);

/** Reports and counts need no more of the context than the database and the time. */
const openContext = () => ({ db: openReader(file), now: () => new Date(at) }) as Ctx;

async function run(wanted: ThreadJob): Promise<void> {
  if (wanted.kind === 'paper') return post(await makePdf(paperPdf(wanted.paper, wanted.sender, wanted.logo)));
  if (wanted.kind === 'openapi') return post(JSON.stringify(openApiDocument(wanted.cookie)));
  const ctx = openContext();
  if (wanted.kind === 'csv') for (const part of readCsvReport(ctx, wanted.report)) post(part);
  else post(JSON.stringify(countDemand(ctx)));
  ctx.db.$client.close();
}

void run(job).then(() => post(null));
