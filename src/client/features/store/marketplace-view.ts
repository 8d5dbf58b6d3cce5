import { MARKETPLACE_CATEGORIES, PRODUCT_SORTS } from '../../../shared/store-options';

/** The sort orders that appear in the address; 'name' is the default. */
export const OTHER_SORTS = PRODUCT_SORTS.filter((sort) => sort !== 'name');
export const MARKETPLACE_TABS = ['products', 'services'] as const;
export type MarketplaceTab = (typeof MARKETPLACE_TABS)[number];

/** The search parameters of the marketplace; the default is all products by name. */
export type MarketplaceView = {
  tab?: 'services' | undefined;
  search?: string | undefined;
  category?: (typeof MARKETPLACE_CATEGORIES)[number] | undefined;
  sort?: (typeof OTHER_SORTS)[number] | undefined;
  details?: number | undefined;
};

export type ChangeView = (change: Partial<MarketplaceView>, isNewStep?: boolean) => void;

const findIn = <T extends string>(known: readonly T[], value: unknown): T | undefined => known.find((word) => word === value);

export function readView(search: Record<string, unknown>): MarketplaceView {
  const words = typeof search.search === 'number' ? String(search.search) : search.search;
  return {
    ...(search.tab === 'services' && { tab: 'services' }),
    ...(typeof words === 'string' && words.trim() !== '' && { search: words.slice(0, 100) }),
    ...(findIn(MARKETPLACE_CATEGORIES, search.category) && { category: findIn(MARKETPLACE_CATEGORIES, search.category) }),
    ...(findIn(OTHER_SORTS, search.sort) && { sort: findIn(OTHER_SORTS, search.sort) }),
    ...(Number.isSafeInteger(search.details) && { details: Number(search.details) }),
  };
}
