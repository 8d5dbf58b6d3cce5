import { eq } from 'drizzle-orm';
import { afterEach, test as base, beforeEach, describe, expect, vi } from 'vitest';
import { automationRuns, outbox, socialPosts } from '../../db/schema';
import { runNextDue } from '../../src/server/automation/scheduler';
import { startJobs } from '../../src/server/jobs';
import { deliverDueMessages, queueMessage } from '../../src/server/mail/outbox';
import { rescheduleLongWaits } from '../../src/server/mail/service';
import { publishDue } from '../../src/server/social/publishing';
import { WORKER_KEYS } from '../../src/shared/automation';
import { addMinutes } from '../../src/shared/time';
import { GraphServer } from '../support/graph-server';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { DAY } from '../support/login';
import { openShop, QUOTE, type Shop } from '../support/shop';

const test = base.extend('shop', () => openShop({ hasMailServer: true }));

// Sessions and login locks under a jumping clock are in tests/server/session*.test.ts, backups in hourly-backups.test.ts.
const JUMPS: [how: string, minutes: number][] = [
  ['an hour on', 60],
  ['an hour back', -60],
  ['a year on', 365 * DAY],
  ['a year back', -365 * DAY],
];
const NOTE = { purpose: 'note', to: 'maria@example.com', subject: 'Hello', body: 'A line.\n', relatedType: null, relatedId: null };
const mailOf = (shop: Shop) => shop.rows(outbox);

/** Delivers mail minute by minute and returns what the mail server received. */
function postOffice(shop: Shop, isDown = false) {
  const sent: string[] = [];
  const state = { isDown };
  const deliver = async ({ messageId }: { messageId: string }) => {
    if (state.isDown) throw new Error('451 not today');
    sent.push(messageId);
  };
  return { sent, state, deliver, round: () => deliverDueMessages(shop.ctx, deliver) };
}

describe.each(JUMPS)('a clock that goes %s', (_how, minutes) => {
  test('sends waiting mail once per message, and retries a rejected one no more often', async ({ shop }) => {
    const post = postOffice(shop, true);
    for (const number of [1, 2, 3]) queueMessage(shop.ctx, { ...NOTE, dedupeKey: String(number) });
    await post.round();
    queueMessage(shop.ctx, { ...NOTE, dedupeKey: 'untried' });
    shop.clock.advance(minutes);
    rescheduleLongWaits(shop.ctx);
    await post.round();
    expect(mailOf(shop).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 1]);
    for (let again = 0; again < 3; again++) {
      rescheduleLongWaits(shop.ctx);
      await post.round();
    }
    expect(mailOf(shop).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 1]);

    post.state.isDown = false;
    shop.clock.advance(2);
    await post.round();
    expect(mailOf(shop).map(({ status }) => status)).toEqual(Array(4).fill('sent'));
    expect(post.sent.toSorted()).toEqual(
      mailOf(shop)
        .map(({ messageId }) => messageId)
        .toSorted(),
    );
  });

  test('keeps times that people chose', async ({ shop }) => {
    const sendAfter = addMinutes(shop.clock.now(), 3 * DAY);
    queueMessage(shop.ctx, { ...NOTE, dedupeKey: 'planned', sendAfter });
    shop.clock.advance(minutes);
    rescheduleLongWaits(shop.ctx);
    expect(mailOf(shop).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([sendAfter]);
  });

  test('runs each worker once at its next turn, and then by its interval', async () => {
    const shop = openShop();
    const turn = () => {
      let runs = 0;
      while (runs < 100 && runNextDue(shop.ctx)) runs += 1;
      return runs;
    };
    await shop.admin.automation.startAi();
    await shop.admin.automation.startCanaan();
    expect(turn()).toBe(WORKER_KEYS.length);
    shop.clock.advance(minutes);
    // Going forward an hour, some intervals are not over; going back, a wait of one hour looks like a wait of two.
    const first = turn();
    if (Math.abs(minutes) > DAY) expect(first).toBe(WORKER_KEYS.length);
    expect(turn()).toBe(0);
    shop.clock.advance(4 * 60);
    turn();
    const runs = WORKER_KEYS.map((key) => shop.db.select().from(automationRuns).where(eq(automationRuns.workerKey, key)).all().length);
    expect(Math.min(...runs)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...runs)).toBeLessThanOrEqual(3);
  });

  test('continues the numbers of invoices and receipts', async () => {
    const shop = openShop();
    const make = async () => [
      (await shop.admin.invoices.create(INVOICE)).invoiceNumber,
      (await shop.admin.invoices.createReceipt({ ...RECEIPT, paymentDate: '2025-01-02' })).receiptNumber,
    ];
    const before = await make();
    shop.clock.advance(minutes);
    const jumped = await make();
    shop.clock.advance(-minutes);
    expect([before, jumped, await make()]).toEqual([1, 2, 3].map((number) => [`SPC00${number}`, `SPC-RCP00${number}`]));
  });
});

describe('a post when the clock goes back a year', () => {
  let graph: GraphServer;
  beforeEach(async () => {
    graph = await GraphServer.start();
  });
  afterEach(() => graph.stop());
  const jump = -365 * DAY;

  test('waits for its planned time, and a postponed try does not wait a year longer', async () => {
    const shop = openShop({ facebook: graph.connect({ timeoutMs: 5000 }) });
    await shop.admin.social.createPost({ content: 'A post.', scheduledFor: addMinutes(shop.clock.now(), 10) });
    shop.clock.advance(jump);
    await publishDue(shop.ctx);
    expect(graph.posts).toEqual([]);
    shop.clock.advance(10 - jump);
    shop.db
      .update(socialPosts)
      .set({ nextAttemptAt: addMinutes(shop.clock.now(), -jump) })
      .run();
    await publishDue(shop.ctx);
    expect(graph.posts).toHaveLength(1);
  });

  test('is not stuck in publishing for a year', async () => {
    const shop = openShop({ facebook: graph.connect({ timeoutMs: 5000 }) });
    await shop.admin.social.createPost({ content: 'A post.', scheduledFor: addMinutes(shop.clock.now(), 10) });
    shop.db.update(socialPosts).set({ status: 'publishing', publishingSince: shop.clock.now().toISOString() }).run();
    shop.clock.advance(jump);
    await publishDue(shop.ctx);
    expect(shop.db.select().from(socialPosts).get()).toMatchObject({ status: 'failed' });
  });
});

describe('the jobs of a process', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test.for(JUMPS)('keep their pace and send mail when the clock goes %s under them', async ([_how, minutes], { shop }) => {
    const post = postOffice(shop, true);
    const jobs = startJobs(shop.ctx, post.deliver);
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 10) {
        shop.clock.advance(10 / 60);
        await vi.advanceTimersByTimeAsync(10_000);
        await new Promise((done) => setImmediate(done));
      }
    };
    await shop.visitor.quotes.submit(QUOTE);
    await pass(60);
    const tried = mailOf(shop).map(({ attempts }) => attempts);
    expect(tried.every((attempts) => attempts >= 1)).toBe(true);
    post.state.isDown = false;
    shop.clock.advance(minutes);
    await pass(150);
    await jobs.stop();
    expect(mailOf(shop).map(({ status, attempts }) => [status, attempts])).toEqual(tried.map((attempts) => ['sent', attempts + 1]));
    expect(post.sent).toHaveLength(tried.length);
  });
});
