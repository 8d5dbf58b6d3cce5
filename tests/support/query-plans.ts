import { vi } from 'vitest';
import type { Shop } from './shop';

/** Returns SQLite's query plan of each different statement that a call prepares, one line a statement. */
export async function plansOf(shop: Shop, call: () => Promise<unknown>): Promise<string[]> {
  const prepare = vi.spyOn(shop.db.$client, 'prepare');
  await call();
  const sources = [...new Set(prepare.mock.calls.map(([source]) => source))];
  prepare.mockRestore();
  return sources.map((source) =>
    shop.db.$client
      .prepare<null[], { detail: string }>(`explain query plan ${source}`)
      .all(...Array.from(source.matchAll(/\?/g), () => null))
      .map(({ detail }) => detail)
      .join('; '),
  );
}

/** The plan of a count that triggers keep. */
export const KEPT_COUNT = 'SEARCH kept_counts USING INDEX sqlite_autoindex_kept_counts_1 (name=? AND key=?)';

/** No table is read as a whole, and nothing is sorted. */
export const SLOW = /TEMP B-TREE|SCAN (products|contact_inquiries)(?! USING COVERING INDEX)/;
