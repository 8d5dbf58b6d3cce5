import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../../../db/client';
import type { Ctx } from '../context';
import { paperHtml } from '../documents/paper-html';
import { statementPaper } from '../documents/papers/statements';
import { paperPdf } from '../documents/pdf/paper-pdf';
import { makePdf } from '../documents/pdf/pdf';
import type { ThreadJob, ThreadWork } from '../documents/thread';
import { readCsvReport } from '../inventory/reports';
import { getStatement } from '../inventory/statements';
import { countDemand } from '../market/service';

/** Entry point of a thread that does one job, posts its parts, then null, and ends. */
const { job, file, at } = workerData as ThreadWork;
const post = (part: string | Uint8Array | null) => parentPort?.postMessage(part);

/** Statements, reports and counts need no more of the context than the database and the time. */
const openContext = () => ({ db: openReader(file), now: () => new Date(at) }) as Ctx;

async function run(wanted: ThreadJob): Promise<void> {
  if (wanted.kind === 'paper') return post(await makePdf(paperPdf(wanted.paper, wanted.sender, wanted.logo)));
  const ctx = openContext();
  if (wanted.kind === 'csv') for (const part of readCsvReport(ctx, wanted.report)) post(part);
  else if (wanted.kind === 'demand') post(JSON.stringify(countDemand(ctx)));
  else {
    const statement = getStatement(ctx, wanted.input);
    if (wanted.kind === 'statement') post(JSON.stringify(statement));
    else if (wanted.kind === 'statement-page') post(JSON.stringify(paperHtml(statementPaper(statement), wanted.sender, wanted.options)));
    else post(await makePdf(paperPdf(statementPaper(statement), wanted.sender, wanted.logo)));
  }
  ctx.db.$client.close();
}

void run(job).then(() => post(null));
