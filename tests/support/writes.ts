import { activity } from '../../db/schema';
import type { Shop } from './shop';

/** Runs a write. Returns the log lines that it added and the topics of the screens that it refreshed. */
export async function watchWrite(shop: Shop, write: () => Promise<unknown>) {
  const before = shop.rows(activity).length;
  const topics: string[] = [];
  shop.live.onChange((topic) => topics.push(topic));
  await write();
  return { lines: shop.rows(activity).slice(before), topics: topics.sort() };
}

/** Runs a write whose activity cannot be stored. Returns whether it changed the file, and the topics of the screens that it refreshed. */
export async function watchFailedWrite(shop: Shop, write: () => Promise<unknown>) {
  shop.db.$client.exec("create trigger full before insert on activity begin select raise(abort, 'disk full'); end");
  const before = shop.db.$client.serialize();
  const topics: string[] = [];
  shop.live.onChange((topic) => topics.push(topic));
  const isRejected = await write().then(
    () => false,
    () => true,
  );
  return { isRejected, isChanged: !shop.db.$client.serialize().equals(before), topics };
}
