import { STORE_CATEGORIES } from '../../../shared/store-options';
import type { SearchParams } from '../../ui/public/search-params';

export type StoreCategory = (typeof STORE_CATEGORIES)[number];

/** The search parameters of the store; the default is all products. */
export type StoreSearch = { category?: StoreCategory | undefined; q?: string | undefined };

export function readSearch({ category, q }: SearchParams): StoreSearch {
  const known = STORE_CATEGORIES.find((word) => word !== 'all' && word === category?.toLowerCase());
  return { category: known, q: q?.slice(0, 100) || undefined };
}
