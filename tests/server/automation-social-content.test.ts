import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { clients, dailyStats, socialPosts, workOrders } from '../../db/schema';
import { addDays } from '../../src/shared/calendar-day';
import { getPhase, WORK_ORDER_STATUSES } from '../../src/shared/dispatch';
import { countCharacters, MAX_POST_LENGTH } from '../../src/shared/social';
import { FRIDAY, finish, MONDAY, openWithClients, photograph, postsOf, run, type Shop, TUESDAY } from '../support/daily-posts';
import { graph, startPages } from '../support/facebook-shop';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

const test = base.extend('shop', () => openWithClients(MONDAY));

const DONE = WORK_ORDER_STATUSES.filter((status) => getPhase(status) === 'done');

describe('the daily draft', () => {
  test('states on a Monday how many homes were cleaned last week, each counted once', ({ shop }) => {
    // The first and the last instant of the week before, in Kamloops.
    finish(shop, '2026-11-16T07:00:00.000Z', { client_id: 1 });
    finish(shop, '2026-11-23T06:59:59.999Z', { client_id: 2, service_type: 'deep-cleaning' });
    finish(shop, '2026-11-18T20:00:00.000Z', { client_id: 3 });
    finish(shop, '2026-11-19T20:00:00.000Z', { client_id: 3 });
    // These are no home, of another week, or not finished.
    finish(shop, '2026-11-18T20:00:00.000Z', { client_id: 4, service_type: 'commercial' });
    finish(shop, '2026-11-16T06:59:59.999Z', { client_id: 4 });
    finish(shop, '2026-11-23T07:00:00.000Z', { client_id: 4 });
    finish(shop, '2026-11-18T20:00:00.000Z', { client_id: 4, status: 'cancelled' });
    expect(run(shop)).toMatchObject({
      status: 'ok',
      examined: 5,
      created: 1,
      message: 'Examined 5 finished jobs, wrote 1 post as a draft: Monday Motivation. Ratings by clients are not quoted.',
    });
    expect(postsOf(shop)).toMatchObject([
      {
        platform: 'facebook',
        type: 'business-update',
        status: 'draft',
        isApproved: false,
        source: 'worker',
        content: expect.stringMatching(/^Monday Motivation: 3 homes cleaned last week, /),
        evidence: ['3 homes with a finished job last week, Monday to Sunday'],
      },
    ]);
  });

  test.each(DONE)('counts jobs with the final status %s: at homes, by service and with pictures', (status) => {
    const draftOn = (now: string) => {
      const shop = openWithClients(now);
      shop.db.update(clients).set({ photoConsent: true }).run();
      for (const client_id of [1, 2, 3]) finish(shop, '2026-11-18T20:00:00.000Z', { client_id, status });
      for (const kind of ['before', 'after'] as const) photograph(shop, 1, kind);
      run(shop);
      return postsOf(shop)[0]?.content;
    };
    expect(draftOn(MONDAY)).toContain('3 homes cleaned last week');
    expect(draftOn(TUESDAY)).toContain('Transformation Tuesday');
    expect(draftOn(FRIDAY)).toContain('We did 3 of these in the last 30 days.');
  });

  test('counts the 30 days before it, from the first instant to the last', () => {
    const shop = openWithClients(FRIDAY);
    for (const at of ['2026-10-21T07:00:00.000Z', '2026-11-20T06:59:59.999Z', '2026-11-10T20:00:00.000Z']) finish(shop, at);
    for (const at of ['2026-10-21T06:59:59.999Z', '2026-11-20T07:00:00.000Z']) finish(shop, at);
    run(shop);
    expect(postsOf(shop)[0]?.content).toContain('We did 3 of these in the last 30 days.');
  });

  test("welcomes on a Monday the clients counted in last week's daily figures", ({ shop }) => {
    const days = [
      ['2026-11-15', 9],
      ['2026-11-16', 1],
      ['2026-11-18', 0],
      ['2026-11-22', 2],
      ['2026-11-23', 9],
    ] as const;
    for (const [date, clientsAcquired] of days)
      shop.db
        .insert(dailyStats)
        .values({ date, clientsAcquired, leads: 0, contactedOrWon: 0, posts: 0, assignments: 0, jobsDone: 0 })
        .run();
    expect(run(shop)).toMatchObject({
      examined: 3,
      message:
        'Examined 0 finished jobs and 3 days of figures, wrote 1 post as a draft: Monday Motivation. Ratings by clients are not quoted.',
    });
    expect(postsOf(shop)).toMatchObject([
      {
        content: expect.stringContaining('Welcome to the 3 new clients of last week!'),
        evidence: ['3 new clients in the daily figures of last week'],
      },
    ]);
  });

  test.each([
    ['2026-11-19T17:00:00.000Z', 3, true],
    ['2026-11-19T17:00:00.000Z', 2, false],
    [FRIDAY, 3, false],
  ])('mentions the number of products every other day: at %s of %i products %s', (now, stocked, isTold) => {
    const shop = openWithClients(now);
    for (let n = 0; n < stocked; n += 1) insertRow(shop.db, 'products', { name: `Cloth ${n}` });
    insertRow(shop.db, 'products', { name: 'Out', stock_quantity: 0 });
    insertRow(shop.db, 'products', { name: 'Retired', is_active: 0 });
    const { message } = run(shop);
    expect(message).toContain(`Examined 0 finished jobs and ${stocked} products, wrote 1 post as a draft: Service Spotlight.`);
    const [post] = postsOf(shop);
    expect(post?.content.includes(`For the days in between: ${stocked} products in our store.`)).toBe(isTold);
    expect(post?.evidence.includes(`${stocked} active products in stock`)).toBe(isTold);
    expect(countCharacters(post?.content ?? '')).toBeLessThanOrEqual(MAX_POST_LENGTH);
  });

  test("follows the owner's smallest count and limit of open drafts", async ({ shop }) => {
    for (const client_id of [1, 2, 3]) finish(shop, '2026-11-18T20:00:00.000Z', { client_id });
    await shop.setAutomation({ postCount: 4, openPosts: 1 });
    run(shop);
    expect(postsOf(shop)).toMatchObject([{ type: 'cleaning-tip', content: expect.not.stringMatching(/\b3\b/) }]);
    shop.clock.advance(1440);
    expect(run(shop)).toMatchObject({ created: 0, message: 'Nothing to do: 1 draft waits for approval already.' });
  });

  test('states no count below three', ({ shop }) => {
    for (const client_id of [1, 2]) finish(shop, '2026-11-18T20:00:00.000Z', { client_id });
    run(shop);
    expect(postsOf(shop)).toMatchObject([{ type: 'cleaning-tip', content: expect.not.stringMatching(/\b2\b/) }]);
  });

  test('shows a transformation on a Tuesday if a client allows pictures before and after', () => {
    const shop = openWithClients(TUESDAY);
    for (const client_id of [1, 2]) finish(shop, '2026-11-18T20:00:00.000Z', { client_id });
    for (const kind of ['before', 'after'] as const) photograph(shop, 1, kind);
    photograph(shop, 2, 'after');
    run(shop);
    expect(postsOf(shop)).toMatchObject([{ type: 'service-highlight' }]);
    shop.db.delete(socialPosts).run();
    shop.db.update(clients).set({ photoConsent: true }).run();
    run(shop);
    expect(postsOf(shop)).toMatchObject([
      {
        type: 'customer-story',
        content: expect.stringMatching(/^Transformation Tuesday/),
        evidence: [expect.stringMatching(/^1 finished job /)],
      },
    ]);
  });

  test('is about the service with the most jobs of the last 30 days on other days', () => {
    const shop = openWithClients(FRIDAY);
    for (let n = 0; n < 4; n += 1) finish(shop, '2026-11-10T20:00:00.000Z', { service_type: 'window-cleaning' });
    for (let n = 0; n < 3; n += 1) finish(shop, '2026-11-10T20:00:00.000Z');
    for (let n = 0; n < 9; n += 1) finish(shop, '2026-10-20T20:00:00.000Z');
    run(shop);
    expect(postsOf(shop)).toMatchObject([
      {
        type: 'service-highlight',
        content: expect.stringMatching(/^Service Spotlight: specialty cleaning.*We did 4 of these in the last 30 days/),
        evidence: ['4 finished jobs of this kind in the last 30 days'],
      },
    ]);
  });

  test('is written once a day, and not while three drafts wait', () => {
    const shop = openShop({ now: MONDAY });
    const messages: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      run(shop);
      messages.push(run(shop).message);
      shop.clock.advance(1440);
    }
    expect(messages[0]).toBe('Nothing to do: the draft of today was written already.');
    expect(messages[4]).toBe('Nothing to do: 3 drafts wait for approval already.');
    expect(postsOf(shop)).toHaveLength(3);
    expect(new Set(postsOf(shop).map(({ content }) => content)).size).toBe(3);
    shop.db.update(socialPosts).set({ status: 'cancelled' }).run();
    expect(run(shop)).toMatchObject({ status: 'ok', created: 1 });
  });

  test('is a tip or a service without a number for a company without any jobs', () => {
    const shop = openShop({ now: FRIDAY });
    expect(run(shop)).toMatchObject({ status: 'ok', examined: 0, created: 1 });
    expect(postsOf(shop)).toMatchObject([{ content: expect.stringMatching(/^Service Spotlight: [^0-9]+$/) }]);
  });

  test('names no one, whatever the staff wrote into a job or a client', () => {
    const shop = openShop({ now: FRIDAY });
    const hostile = '<script>alert(1)</script> Maria Santos, 12 Seymour St {{customerName}}';
    insertRow(shop.db, 'team_members');
    insertRow(shop.db, 'clients', { name: hostile, address: hostile, company: hostile });
    for (let n = 0; n < 5; n += 1)
      finish(shop, '2026-11-18T20:00:00.000Z', { service_type: hostile, description: hostile, notes: hostile });
    for (const completed_date of ['', 'yesterday']) finish(shop, completed_date, { service_type: '' });
    shop.db.update(workOrders).set({ totalAmountCents: null }).run();
    expect(run(shop)).toMatchObject({ status: 'ok', created: 1 });
    expect(JSON.stringify(postsOf(shop))).not.toMatch(/Maria|Seymour|script|\{\{/);
    expect(postsOf(shop)[0]?.content).toContain('We did 5 of these');
  });

  test.each([0, 12])('fits into a post on every day of several years, after %i jobs a week', (jobs) => {
    const shop = openWithClients(FRIDAY, 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), (days) => {
        shop.db.delete(socialPosts).run();
        shop.db.delete(workOrders).run();
        shop.clock.at = new Date(`${addDays('2026-11-20', days)}T17:00:00.000Z`);
        for (let n = 0; n < jobs; n += 1) finish(shop, `${addDays('2026-11-20', days - 7)}T17:00:00.000Z`);
        run(shop);
        const [post] = postsOf(shop);
        expect(countCharacters(post?.content ?? '')).toBeGreaterThan(60);
        expect(countCharacters(post?.content ?? '')).toBeLessThanOrEqual(MAX_POST_LENGTH);
      }),
      { numRuns: 40 },
    );
  });

  test('reads through indexes only', async () => {
    for (const now of [MONDAY, TUESDAY, FRIDAY]) {
      const shop = openShop({ now });
      const plans = await plansOf(shop, async () => run(shop));
      expect(plans.filter((plan) => /SCAN (work_orders|social_posts|clients|work_order_photos)/.test(plan))).toEqual([]);
      expect(plans.join('\n')).toContain('work_orders_completed (completed_date>? AND completed_date<?)');
    }
  });
});

describe('when the owner lets posts be scheduled', () => {
  startPages();
  async function openPlanning(now: string, isConfigured = true): Promise<Shop> {
    const shop = openShop({ now, facebook: isConfigured ? graph.connect() : undefined });
    await shop.setAutomation({ autoSchedulePosts: true });
    return shop;
  }

  test('plans the post for ten on the next day without one, with the theme of that day', async () => {
    const shop = await openPlanning(FRIDAY);
    for (const scheduledFor of ['2026-11-21T20:00:00.000Z', '2026-11-23T06:59:59.999Z'])
      await shop.admin.social.createPost({ content: 'By hand.', scheduledFor });
    expect(run(shop).message).toContain('Examined 0 finished jobs, wrote 1 post scheduled for Nov 23: Monday Motivation.');
    expect(postsOf(shop)[2]).toMatchObject({ status: 'scheduled', isApproved: true, scheduledFor: MONDAY });
    for (let n = 0; n < 4; n += 1) {
      shop.clock.advance(1440);
      run(shop);
    }
    const planned = postsOf(shop).map(({ scheduledFor }) => scheduledFor?.slice(0, 10));
    expect(planned.slice(2)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']);
  });

  test('states no count of days that are not over when the post is written', async () => {
    const sunday = await openPlanning('2026-11-22T17:00:00.000Z');
    insertRow(sunday.db, 'team_members');
    for (let n = 1; n <= 4; n += 1) {
      insertRow(sunday.db, 'clients', { email: `${n}@example.com`, phone: `25055501${n}` });
      for (const day of ['2026-11-11', '2026-11-18']) finish(sunday, `${day}T20:00:00.000Z`, { client_id: n });
    }
    expect(run(sunday)).toMatchObject({ examined: 0 });
    expect(postsOf(sunday)).toMatchObject([
      {
        type: 'cleaning-tip',
        scheduledFor: MONDAY,
        content: expect.not.stringMatching(/last week|\d+ homes/),
        evidence: ['The week before it is not over yet, so no count is given'],
      },
    ]);
    sunday.clock.advance(1440);
    expect(run(sunday)).toMatchObject({ examined: 8 });
    expect(postsOf(sunday)[1]).toMatchObject({
      scheduledFor: TUESDAY,
      content: expect.stringMatching(/^Service Spotlight: home cleaning(?!.*We did)/),
      evidence: ['8 finished jobs of this kind so far; the 30 days before it are not over yet, so no count is given'],
    });
  });

  test('leaves the post a draft if no page is configured', async () => {
    const shop = await openPlanning(FRIDAY, false);
    run(shop);
    expect(postsOf(shop)).toMatchObject([{ status: 'draft', isApproved: false, scheduledFor: null }]);
  });
});
