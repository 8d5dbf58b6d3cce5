import { asc } from 'drizzle-orm';
import { afterEach, beforeEach } from 'vitest';
import { socialPosts } from '../../db/schema';
import { GraphServer } from './graph-server';
import { openShop } from './shop';

export type Shop = ReturnType<typeof openShop>;
/** The opening time of these shops. */
export const NOW = '2026-11-20T20:00:00.000Z';
/** The key of a press, and its post. */
export const KEY = '3f0c1d2e-post';
export const MESSAGE = { message: 'Clean from the top down.', type: 'cleaning-tip' } as const;

/** The page of the current test; see {@link startPages}. */
export let graph: GraphServer;

/** Starts a page for each test of a file. */
export function startPages(): void {
  beforeEach(async () => {
    graph = await GraphServer.start();
  });
  afterEach(() => graph.stop());
}

/** Opens a shop with that page. */
export const open = (timeoutMs = 5000) => openShop({ now: NOW, facebook: graph.connect({ timeoutMs }) });
/** Returns all stored posts. */
export const rowsOf = (shop: Shop) => shop.db.select().from(socialPosts).orderBy(asc(socialPosts.id)).all();
/** Schedules a post in ten minutes. */
export const schedule = (shop: Shop, content = 'A post.') =>
  shop.admin.social.createPost({ content, scheduledFor: new Date(shop.clock.now().getTime() + 600_000).toISOString() });
/** Schedules a post and advances the clock until it is due. */
export async function scheduleAndWait(shop: Shop, minutes = 10) {
  const post = await schedule(shop);
  shop.clock.advance(minutes);
  return post;
}
