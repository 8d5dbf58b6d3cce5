import { parentPort, workerData } from 'node:worker_threads';
import type { PrintJob } from '../print-paper';
import { paperPdf } from './paper-pdf';
import { makePdf } from './pdf';

/** Entry point of a thread that creates one long document, posts its bytes and ends. */
const { paper, sender, logo } = workerData as PrintJob;
void makePdf(paperPdf(paper, sender, logo)).then((bytes) => parentPort?.postMessage(bytes));
