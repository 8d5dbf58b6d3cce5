import { describe, expect, test } from 'vitest';
import { closeDb } from '../../db/client';
import { UNKNOWN_RESULT } from '../../src/server/providers/facebook';
import { publishDue } from '../../src/server/social/publishing';
import { LOOK_FIRST } from '../../src/shared/social-schemas';
import { DataFolder } from '../support/data-folder';
import { graph, KEY, MESSAGE, NOW, open, rowsOf, type Shop, scheduleAndWait, startPages } from '../support/facebook-shop';
import { openShop } from '../support/shop';

startPages();

describe('a post that may be on the page', () => {
  const LATER = '2026-11-21T17:00:00.000Z';
  /** It is on the page, and the answer was cut off. */
  async function openUnknown() {
    const shop = open();
    graph.mood = 'made, then cut';
    const outcome = await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY });
    graph.mood = 'good';
    return { shop, outcome };
  }

  test('says so, and is not posted again by a press, nor by the same key', async () => {
    const { shop, outcome } = await openUnknown();
    expect(outcome).toMatchObject({ success: false, error: UNKNOWN_RESULT, post: { status: 'failed', isUnknown: true } });
    for (const input of [{ id: 1 }, { id: 1, confirm: false }])
      await expect(shop.admin.social.publishPost(input)).rejects.toMatchObject({ code: 'CONFLICT', message: LOOK_FIRST });
    expect(await shop.admin.social.postNow({ ...MESSAGE, idempotencyKey: KEY })).toEqual(outcome);
    expect([graph.attempts, rowsOf(shop)[0]?.status]).toEqual([1, 'failed']);
  });

  test('goes out again by somebody who looked, and is known then', async () => {
    const { shop } = await openUnknown();
    graph.mood = { error: { code: 506 } };
    expect(await shop.admin.social.publishPost({ id: 1, confirm: true })).toMatchObject({ success: false, post: { isUnknown: false } });
    graph.mood = 'good';
    expect(await shop.admin.social.publishPost({ id: 1 })).toMatchObject({ success: true, post: { isUnknown: false, error: null } });
    expect(graph.attempts).toBe(3);
  });

  test.each([LATER, null])('is moved to %s only by somebody who looked, and keeps what is not known of it', async (scheduledFor) => {
    const { shop } = await openUnknown();
    for (const move of [shop.admin.social.movePost, shop.admin.social.updatePost])
      await expect(move({ id: 1, scheduledFor })).rejects.toMatchObject({ code: 'CONFLICT', message: LOOK_FIRST });
    expect(await shop.admin.social.updatePost({ id: 1, content: 'Other words.' })).toMatchObject({ status: 'failed', isUnknown: true });
    const moved = await shop.admin.social.movePost({ id: 1, scheduledFor, confirm: true });
    expect(moved).toMatchObject({ status: scheduledFor ? 'scheduled' : 'draft', error: UNKNOWN_RESULT, isUnknown: false });
    const again = await shop.admin.social.movePost({ id: 1, scheduledFor: '2026-11-22T17:00:00.000Z' });
    expect(again).toMatchObject({ status: 'scheduled', error: UNKNOWN_RESULT });
    expect(graph.attempts).toBe(1);
  });
});

describe('a crash in the middle of posting', () => {
  const folder = new DataFolder();

  test('is told as unknown after ten minutes, and never posts a second time', async () => {
    const { file } = folder;
    const before = openShop({ now: NOW, file, facebook: graph.connect() });
    await scheduleAndWait(before);
    graph.mood = 'made, then cut';
    // The process ends while Facebook works: the post is made, but never recorded.
    const attempt = publishDue(before.ctx);
    closeDb(before.db);
    await attempt.catch(() => undefined);
    graph.mood = 'good';

    const after = openShop({ now: before.clock.now().toISOString(), file, facebook: graph.connect() });
    expect(rowsOf(after)).toMatchObject([{ status: 'publishing' }]);
    await publishDue(after.ctx);
    expect(rowsOf(after)).toMatchObject([{ status: 'publishing' }]);
    expect(await after.admin.social.publishPost({ id: 1 })).toMatchObject({ success: false });
    after.clock.advance(10);
    await publishDue(after.ctx);
    await publishDue(after.ctx);
    expect(rowsOf(after)).toMatchObject([{ status: 'failed', error: 'unknown result, check the page' }]);
    expect(await after.admin.social.getPost({ id: 1 })).toMatchObject({ isUnknown: true });
    await expect(after.admin.social.publishPost({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT', message: LOOK_FIRST });
    expect([graph.attempts, graph.posts.length]).toEqual([1, 1]);
    closeDb(after.db);
  });
});

describe('storage that refuses', () => {
  /** From now on the database refuses to note this state. */
  const refuse = (shop: Shop, status: string) =>
    shop.db.$client.exec(
      `create trigger full before update on social_posts when new.status = '${status}' begin select raise(abort, 'full'); end`,
    );
  test('to note the attempt lets nothing be sent', async () => {
    const shop = open();
    await scheduleAndWait(shop);
    refuse(shop, 'publishing');
    await expect(publishDue(shop.ctx)).rejects.toThrow('full');
    await expect(shop.admin.social.publishPost({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([graph.attempts, rowsOf(shop)[0]?.status]).toEqual([0, 'scheduled']);
  });
  test('to note that it is out does not let it be sent again', async () => {
    const shop = open();
    await scheduleAndWait(shop);
    refuse(shop, 'posted');
    await expect(publishDue(shop.ctx)).rejects.toThrow('full');
    shop.db.$client.exec('drop trigger full');
    for (let minute = 0; minute <= 11; minute += 1) {
      await publishDue(shop.ctx);
      shop.clock.advance(1);
    }
    expect(graph.attempts).toBe(1);
    expect(rowsOf(shop)).toMatchObject([{ status: 'failed', error: 'unknown result, check the page' }]);
  });
});
