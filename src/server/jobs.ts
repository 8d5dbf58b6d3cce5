import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import { startCheckpoints } from '../../db/checkpoints';
import { inTransaction } from '../../db/client';
import { businessDay } from '../shared/time';
import { checkAchievements } from './achievements/service';
import { reasonNotToSend } from './automation/engagement/reason-not-to-send';
import { findNewestRunId, runNextDueApart, startRuns, stopRuns } from './automation/scheduler';
import { finishInvoiceMails } from './billing/mails';
import { billPlanVisits } from './billing/plan-visits';
import { releaseLateDeposits } from './booking/manage';
import { endRunOutEntries } from './booking/waitlist';
import { listWaitingDays, offerFreePlaces } from './calendar/waitlist';
import type { Ctx } from './context';
import { backUpWhenDue } from './data/backups';
import { checkDatabase, rescueReplacedFiles } from './data/rescue';
import { dropOrphanPhotos } from './field/photos';
import { describeFault } from './http/logging';
import { sendUnsentRefunds } from './invoices/payments/card-refunds';
import { finalizePrepaidJobs } from './invoices/payments/settling';
import { markOverdueInvoices } from './invoices/service';
import { purgeInvoiceBin } from './invoices/voiding';
import { type Deliver, deliverDueMessages } from './mail/outbox';
import { rescheduleLongWaits } from './mail/service';
import { generateVisits } from './plans/visits/nightly';
import { dropExpiredLinks } from './portal/sign-in';
import { purgeQuoteBin } from './quotes/service';
import { markExpiredQuotes } from './quoting/sending';
import { dropExpiredSessions } from './session/service';
import { getSettings } from './settings/service';
import { refreshMetrics } from './social/metrics';
import { publishDue } from './social/publishing';
import { deleteOldCarts } from './store/saved-carts';
import { queueStoredReminders } from './visits/reminders';
import { writeReminderLate } from './visits/review';

/** The thread of checkpoints starts before the first tick, whose clean-ups fill the log. */
const [CHECKPOINTS_AFTER_MS, TICK_AFTER_MS] = [800, 1000];
const TICK_MS = 30_000;
/** Interval at which the database files are checked for being deleted or replaced. */
const WATCH_MS = 5000;
/** Interval at which achievements are checked while no worker runs. */
const CHECK_MS = 300_000;
const HOUR_MS = 3_600_000;
/** Leaves the disk and the processor to others between two transactions of a clean-up. */
const CLEAN_UP_PAUSE_MS = 100;

/**
 * Work of each hour, by its name in the log. A job that returns true is called again for more rows. Each entry is an arrow function, since
 * a direct reference would load the domain's files at the start.
 */
const HOURLY: Record<string, (ctx: Ctx) => unknown> = {
  sessions: (ctx) => dropExpiredSessions(ctx),
  'quote bin': (ctx) => purgeQuoteBin(ctx),
  'invoice bin': (ctx) => purgeInvoiceBin(ctx),
  'overdue invoices': (ctx) => markOverdueInvoices(ctx),
  'expired quotes': (ctx) => markExpiredQuotes(ctx),
  'old carts': (ctx) => deleteOldCarts(ctx),
  'prepaid jobs': (ctx) => finalizePrepaidJobs(ctx),
  'stored reminders': (ctx) => queueStoredReminders(ctx),
  photos: (ctx) => dropOrphanPhotos(ctx),
};

/**
 * Starts the background work: checks a database that was not closed cleanly, watches its files every 5 s, sends due messages and posts
 * and passes on places of the waitlist every 30 s, drops expired data and makes a backup every hour, and generates the visits of plans at
 * the start and each night. A new message is sent at once. `stop` lets running work finish.
 */
export function startJobs(ctx: Ctx, deliver?: Deliver): { stop: () => Promise<void> } {
  let isStopping = false;
  let lastCleanUp = 0;
  let lastGenerated = '';
  let lastTick = Number.POSITIVE_INFINITY;

  const attempt = async (job: string, work: () => unknown): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      ctx.log.error({ evt: 'job.failed', job, fault: describeFault(error) }, 'a job failed');
    }
  };
  const shouldStop = () => isStopping;
  /** Jobs under way by name, such as those that wait for another company's server. Each runs on its own and never twice at a time. */
  const waiting = new Map<string, Promise<unknown>>();
  const alone = (job: string, work: () => Promise<void>) => {
    if (waiting.has(job) || isStopping) return;
    waiting.set(
      job,
      attempt(job, work).finally(() => waiting.delete(job)),
    );
  };
  const send = () =>
    (deliver || ctx.sms) && alone('deliver', () => deliverDueMessages(ctx, deliver, shouldStop, reasonNotToSend, writeReminderLate));
  const automate = () =>
    alone('workers', async () => {
      // Lets requests run between two workers.
      while (!isStopping && (await runNextDueApart(ctx))) await breathe();
    });
  void attempt('runs', () => startRuns(ctx));
  let lastRun = findNewestRunId(ctx);
  let lastCheck = 0;
  const reward = () =>
    alone('achievements', async () => {
      const newest = findNewestRunId(ctx);
      const now = ctx.now().getTime();
      if (newest === lastRun && Math.abs(now - lastCheck) < CHECK_MS) return;
      [lastRun, lastCheck] = [newest, now];
      await checkAchievements(ctx);
    });
  /** Jobs that every tick starts. Each checks for itself if it is due. */
  const TICK: Record<string, () => Promise<void>> = {
    waitlist: async () => {
      endRunOutEntries(ctx);
      for (const day of listWaitingDays(ctx)) {
        // Places also become free without a change that offers them, such as by a job that ends early.
        inTransaction(ctx.db, () => offerFreePlaces(ctx, day));
        await breathe();
      }
    },
    'bills of visits': () => billPlanVisits(ctx, shouldStop),
    'invoice mails': () => finishInvoiceMails(ctx),
    deposits: async () => releaseLateDeposits(ctx),
    'sign-in links': async () => dropExpiredLinks(ctx),
    'card refunds': () => sendUnsentRefunds(ctx),
    posts: () => publishDue(ctx, shouldStop),
    'post figures': () => refreshMetrics(ctx, shouldStop),
    backup: () => backUpWhenDue(ctx),
    check: () => checkDatabase(ctx),
    plans: async () => {
      const today = businessDay(ctx.now());
      if (today === lastGenerated) return;
      await generateVisits(ctx, shouldStop);
      lastGenerated = today;
    },
    'hourly work': async () => {
      const now = ctx.now().getTime();
      if (Math.abs(now - lastCleanUp) < HOUR_MS) return;
      lastCleanUp = now;
      for (const [job, work] of Object.entries(HOURLY)) {
        while ((await attempt(job, () => work(ctx))) === true && !isStopping) await pause(CLEAN_UP_PAUSE_MS);
        await breathe();
      }
    },
  };
  const tick = async () => {
    const now = ctx.now().getTime();
    if (now < lastTick) void attempt('waits', () => rescheduleLongWaits(ctx));
    lastTick = now;
    // Lets requests run between two kinds of work: the first time, each reads its files.
    for (const begin of [
      // All other work reads the settings.
      () => void attempt('settings', () => getSettings(ctx)),
      send,
      automate,
      reward,
      ...Object.entries(TICK).map(
        ([job, work]) =>
          () =>
            alone(job, work),
      ),
    ]) {
      begin();
      await breathe();
    }
  };

  const watch = () => alone('rescue', () => rescueReplacedFiles(ctx));
  watch();
  alone('check', () => checkDatabase(ctx));
  const watchTimer = setInterval(watch, WATCH_MS);
  const timer = setInterval(() => void tick(), TICK_MS);
  let endCheckpoints: ReturnType<typeof startCheckpoints> | undefined;
  const sayFault = (error: unknown) =>
    ctx.log.warn({ evt: 'checkpoints.failed', fault: describeFault(error) }, 'the log could not be written into the database');
  const checkpoints = setTimeout(
    () =>
      void attempt('checkpoints', () => {
        endCheckpoints = startCheckpoints(ctx.db.$client, sayFault);
      }),
    CHECKPOINTS_AFTER_MS,
  );
  const firstTick = setTimeout(() => void tick(), TICK_AFTER_MS);
  ctx.live.onChange((topic) => {
    if (topic === 'messages') setImmediate(send);
    if (topic === 'automation') setImmediate(automate);
    if (topic === 'automation') setImmediate(reward);
  });
  return {
    stop: async () => {
      isStopping = true;
      clearInterval(watchTimer);
      clearInterval(timer);
      clearTimeout(checkpoints);
      clearTimeout(firstTick);
      await Promise.all([...waiting.values(), stopRuns(ctx), endCheckpoints?.()]);
    },
  };
}
