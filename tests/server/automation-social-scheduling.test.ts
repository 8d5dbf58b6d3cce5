import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FRIDAY, finish, MONDAY, postsOf, run, type Shop, TUESDAY } from '../support/daily-posts';
import { GraphServer } from '../support/graph-server';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

describe('when the owner lets posts be scheduled', () => {
  let graph: GraphServer;
  beforeEach(async () => {
    graph = await GraphServer.start();
  });
  afterEach(() => graph.stop());
  async function openPlanning(now: string, isConfigured = true): Promise<Shop> {
    const shop = openShop({ now, facebook: isConfigured ? graph.connect() : undefined });
    const { automation } = await shop.admin.settings.get();
    await shop.admin.settings.save({ automation: { ...automation, autoSchedulePosts: true } });
    return shop;
  }

  test('plans the post for ten on the next day without one, with the theme of that day', async () => {
    const shop = await openPlanning(FRIDAY);
    for (const scheduledFor of ['2026-11-21T20:00:00.000Z', '2026-11-23T06:59:59.999Z'])
      await shop.admin.social.createPost({ content: 'By hand.', scheduledFor });
    expect(run(shop).message).toContain(
      'Examined 0 finished jobs, wrote 1 post scheduled for Monday, November 23, 2026: Monday Motivation.',
    );
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
        evidence: ['The week before it is not over yet, so no count is told'],
      },
    ]);
    sunday.clock.advance(1440);
    expect(run(sunday)).toMatchObject({ examined: 8 });
    expect(postsOf(sunday)[1]).toMatchObject({
      scheduledFor: TUESDAY,
      content: expect.stringMatching(/^Service Spotlight: home cleaning(?!.*We did)/),
      evidence: ['8 finished jobs of this kind so far; the 30 days before it are not over yet, so no count is told'],
    });
  });

  test('leaves the post a draft if no page is configured', async () => {
    const shop = await openPlanning(FRIDAY, false);
    run(shop);
    expect(postsOf(shop)).toMatchObject([{ status: 'draft', isApproved: false, scheduledFor: null }]);
  });
});
