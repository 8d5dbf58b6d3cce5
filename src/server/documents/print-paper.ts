import { paperPdf } from './pdf/paper-pdf';
import { makePdf } from './pdf/pdf';
import { hasThread, inThread, type PrintJob, takeOnly } from './thread';

/** Number of rows from which a thread creates the document, since each row takes 2 ms besides 30 ms for the page. */
const LONG_ROWS = 10;

/** Creates a document as a PDF. Throws TOO_MANY if too many long ones are being made. */
export async function printPaper({ paper, sender, logo }: PrintJob): Promise<Buffer> {
  const rows = [paper, ...(paper.further ?? [])].flatMap(({ tables }) => tables.flatMap((table) => table.rows)).length;
  if (rows < LONG_ROWS || !hasThread()) return makePdf(paperPdf(paper, sender, logo));
  return Buffer.from((await takeOnly(inThread(undefined, { kind: 'paper', paper, sender, logo }))) as Uint8Array);
}
