import { describe, expect, test } from 'vitest';
import { outbox } from '../../db/schema';
import { runWorker } from '../../src/server/automation/scheduler';
import { bookSlot, slotOf } from '../support/booking';
import { MARIA } from '../support/dispatch';
import { DAY, run, type Shop } from '../support/engagement';
import { WEEKLY } from '../support/plans';
import { approve, request, send } from '../support/quoting';
import { insertRow } from '../support/rows';
import { ADDRESSED, openShop } from '../support/shop';

const followUps = (shop: Shop) => shop.rows(outbox).filter(({ purpose }) => purpose.includes('follow-up') || purpose.startsWith('lead-'));
const states = (shop: Shop) => followUps(shop).map(({ purpose, relatedId, status }) => `${purpose} ${relatedId} ${status}`);

/** Opens a shop with a quote that was sent three days ago. */
async function openWithSent(options: Parameters<typeof openShop>[0] = {}, settings = {}) {
  const shop = openShop(options);
  await shop.admin.settings.save({ company: ADDRESSED, ...settings });
  const quote = await send(shop);
  shop.clock.advance(3 * DAY);
  return { shop, quote };
}

describe('a sent quote without an answer', () => {
  test('gets a draft with its link after three days, and another after seven', async () => {
    const { shop, quote } = await openWithSent();
    run(shop);
    run(shop);
    expect(states(shop)).toEqual(['priced-quote-follow-up 1 draft']);
    const [draft] = followUps(shop);
    expect(draft).toMatchObject({ to: 'anna@example.com', relatedType: 'pricedQuote', marketing: true, subject: 'Your quote Q-1001' });
    expect(draft?.body).toContain(`/quote/${quote.token}`);
    expect(draft?.body).toContain('$166.60');
    await shop.admin.drafts.approve({ id: draft?.id ?? 0 });
    await shop.visitor.quoting.markViewed({ token: quote.token });
    shop.clock.advance(4 * DAY);
    run(shop);
    expect(states(shop)).toEqual(['priced-quote-follow-up 1 stored', 'priced-quote-follow-up 1 draft']);
    shop.clock.advance(20 * DAY);
    run(shop);
    expect(followUps(shop)).toHaveLength(2);
  });

  test('is followed up by itself if the settings say so', async () => {
    const { shop } = await openWithSent({ hasMailServer: true }, { autoSendQuoteFollowUps: true });
    runWorker(shop.ctx, 'engagement', 'schedule');
    expect(states(shop)).toEqual(['priced-quote-follow-up 1 queued']);
  });

  test('takes the place of the follow-ups of its request', async () => {
    const { shop } = await openWithSent();
    for (const key of ['engagement', 'lead-generation'] as const) runWorker(shop.ctx, key, 'manual');
    expect(states(shop)).toEqual(['priced-quote-follow-up 1 draft']);
  });

  test('is not followed up without an e-mail address or just short of three days', async () => {
    const shop = openShop();
    const client = await shop.admin.clients.create({ name: 'Anna Berg', email: null, phone: '250 555 0177', address: '5 Battle St' });
    await send(shop, { clientId: client.id });
    await send(shop);
    shop.clock.advance(3 * DAY - 1);
    run(shop);
    expect(states(shop)).toEqual([]);
    shop.clock.advance(1);
    run(shop);
    expect(states(shop)).toEqual(['priced-quote-follow-up 2 draft']);
  });
});

test('a quote is followed up although the plan of its client makes its next visits, but not after a new plan', async () => {
  const shop = openShop();
  await shop.admin.settings.save({ company: ADDRESSED });
  const { id: clientId } = await shop.admin.clients.create({ ...MARIA, email: 'anna@example.com' });
  const plan = await shop.admin.plans.create({ ...WEEKLY, clientId });
  await send(shop);
  shop.clock.advance(3 * DAY);
  await shop.admin.plans.edit({ id: plan.id, scope: 'following', from: '2026-12-01', change: { startTime: '11:00' } });
  await shop.admin.plans.generate();
  run(shop);
  expect(states(shop)).toEqual(['priced-quote-follow-up 1 draft']);
  await shop.admin.plans.create({ ...WEEKLY, clientId, startTime: '14:00' });
  run(shop);
  expect(followUps(shop)).toMatchObject([{ status: 'cancelled', lastError: 'They booked, or a job was planned.' }]);
});

type Sent = Awaited<ReturnType<typeof openWithSent>>;
test.each([
  ['approves it', ({ shop, quote }: Sent) => approve(shop, quote), 'The quote is approved.'],
  ['declines it', ({ shop, quote }: Sent) => shop.visitor.quoting.decline({ token: quote.token }), 'The quote is declined.'],
  [
    'asks for a change',
    ({ shop, quote }: Sent) => shop.visitor.quoting.requestChange({ token: quote.token, text: 'Mondays' }),
    'The quote is to be changed.',
  ],
  ['lets it expire', ({ shop }: Sent) => shop.clock.advance(31 * DAY), 'The quote has expired.'],
  [
    'loses it, since the office withdrew it',
    ({ shop, quote }: Sent) => shop.admin.quoting.withdraw({ id: quote.id }),
    'The quote is withdrawn.',
  ],
  [
    'gets a newer version',
    async ({ shop, quote }: Sent) => shop.admin.quoting.send({ id: (await shop.admin.quoting.revise({ id: quote.id })).id }),
    'The quote is superseded.',
  ],
  [
    'is about to get a newer version',
    ({ shop, quote }: Sent) => shop.admin.quoting.revise({ id: quote.id, message: 'With the balcony' }),
    'The quote has a newer version.',
  ],
  [
    'books',
    async ({ shop }: Sent) => bookSlot(shop, (await slotOf(shop)).id, { clientEmail: 'Anna@example.com', clientPhone: '250-555-0199' }),
    'They booked, or a job was planned.',
  ],
  ['asks for something else', ({ shop }: Sent) => request(shop, { message: 'And the garage?' }), 'They sent another request.'],
  [
    'writes a message',
    async ({ shop }: Sent) => {
      const { id } = await shop.admin.clients.create({ name: 'Anna Berg', email: 'anna@example.com', address: '5 Battle St' });
      insertRow(shop.db, 'client_messages', { client_id: id, created_at: shop.ctx.now().toISOString() });
    },
    'They wrote a message.',
  ],
] as const)('a follow-up is taken back if the client %s', async (_what, answer, reason) => {
  const opened = await openWithSent();
  run(opened.shop);
  await answer(opened);
  run(opened.shop);
  expect(followUps(opened.shop)).toMatchObject([{ status: 'cancelled', lastError: reason }]);
});
