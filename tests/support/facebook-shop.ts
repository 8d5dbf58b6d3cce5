import { asc } from 'drizzle-orm';
import { afterEach, beforeEach } from 'vitest';
import { socialPosts } from '../../db/schema';
import { GraphServer } from './graph-server';
import { openShop } from './shop';

export type Shop = ReturnType<typeof openShop>;
/** When these shops open. */
export const NOW = '2026-11-20T20:00:00.000Z';
/** The key of a press, and what it posts. */
export const KEY = '3f0c1d2e-post';
export const MESSAGE = { message: 'Clean from the top down.', type: 'cleaning-tip' } as const;

/** The page of the test that runs, where its file says {@link startPages}. */
export let graph: GraphServer;

/** A page of its own for each test of a file. */
export function startPages(): void {
  beforeEach(async () => {
    graph = await GraphServer.start();
  });
  afterEach(() => graph.stop());
}

/** A shop with that page. */
export const open = (timeoutMs = 5000) => openShop({ now: NOW, facebook: graph.connect({ timeoutMs }) });
/** All posts of a shop, as they are kept. */
export const rowsOf = (shop: Shop) => shop.db.select().from(socialPosts).orderBy(asc(socialPosts.id)).all();
/** A post that is due in ten minutes. */
export const schedule = (shop: Shop, content = 'A post.') =>
  shop.admin.social.createPost({ content, scheduledFor: new Date(shop.clock.now().getTime() + 600_000).toISOString() });
/** A post whose time has come. */
export async function scheduleAndWait(shop: Shop, minutes = 10) {
  const post = await schedule(shop);
  shop.clock.advance(minutes);
  return post;
}
