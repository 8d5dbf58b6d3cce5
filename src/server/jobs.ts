import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import { runNextDue } from './automation/scheduler';
import { dropOrphanPhotos } from './field/photos';
import { finalizePrepaidJobs } from './invoices/payments';
import { markOverdueInvoices, purgeInvoiceBin } from './invoices/service';
import { describeFault } from './logging';
import { type Deliver, deliverDueMessages } from './mail/outbox';
import { purgeQuoteBin } from './quotes/service';
import { dropExpiredSessions } from './session/service';
import type { Ctx } from './trpc';

const TICK_MS = 30_000;
const HOUR_MS = 3_600_000;

type JobDeps = { deliver: Deliver | undefined; log: Logger; uploadFolder: string };

/**
 * The only timer of the process: every 30 s it sends due messages, every hour it clears what is past its time. A new
 * message is also sent at once. `stop` lets the message under way finish.
 */
export function startJobs(ctx: Ctx, { deliver, log, uploadFolder }: JobDeps): { stop: () => Promise<void> } {
  let underWay: Promise<void> | undefined;
  let automating: Promise<void> | undefined;
  let isStopping = false;
  let lastCleanUp = 0;

  const attempt = async (job: string, work: () => void | Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error({ evt: 'job.failed', job, fault: describeFault(error) }, 'a job failed');
    }
  };
  const send = () => {
    if (!deliver || underWay || isStopping) return;
    underWay = attempt('deliver', () => deliverDueMessages(ctx, deliver, () => isStopping)).finally(() => {
      underWay = undefined;
    });
  };
  const automate = () => {
    if (automating || isStopping) return;
    automating = attempt('workers', async () => {
      // Requests are answered between one worker and the next.
      while (!isStopping && runNextDue(ctx)) await breathe();
    }).finally(() => {
      automating = undefined;
    });
  };
  const tick = () => {
    send();
    automate();
    const now = ctx.now().getTime();
    if (Math.abs(now - lastCleanUp) < HOUR_MS) return;
    lastCleanUp = now;
    void attempt('sessions', () => dropExpiredSessions(ctx));
    void attempt('quote bin', () => purgeQuoteBin(ctx));
    void attempt('invoice bin', () => purgeInvoiceBin(ctx));
    void attempt('overdue invoices', () => markOverdueInvoices(ctx));
    void attempt('prepaid jobs', () => finalizePrepaidJobs(ctx));
    void attempt('photos', () => dropOrphanPhotos(ctx, uploadFolder));
  };

  const timer = setInterval(tick, TICK_MS);
  const firstTick = setTimeout(tick, 1000);
  ctx.live.onChange((topic) => {
    if (topic === 'messages') setImmediate(send);
    if (topic === 'automation') setImmediate(automate);
  });
  return {
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      clearTimeout(firstTick);
      await Promise.all([underWay, automating]);
    },
  };
}
