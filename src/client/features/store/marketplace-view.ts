import { MARKETPLACE_CATEGORIES, PRODUCT_SORTS } from '../../../shared/store-options';

/** The orders beside the one that needs no word in the address. */
export const OTHER_SORTS = PRODUCT_SORTS.filter((sort) => sort !== 'name');
export const MARKETPLACE_TABS = ['products', 'services'] as const;
export type MarketplaceTab = (typeof MARKETPLACE_TABS)[number];

/** What the address says of the marketplace; what is left out has its default: all products by name. */
export type MarketplaceView = {
  tab?: 'services' | undefined;
  search?: string | undefined;
  category?: (typeof MARKETPLACE_CATEGORIES)[number] | undefined;
  sort?: (typeof OTHER_SORTS)[number] | undefined;
  /** The product whose details are open. */
  details?: number | undefined;
};

/** Changes the view; `isNewStep` adds a step to the browser's history. */
export type ChangeView = (change: Partial<MarketplaceView>, isNewStep?: boolean) => void;

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined => known.find((word) => word === value);

/** The view of an address; what is not known there is left out. */
export function readView(search: Record<string, unknown>): MarketplaceView {
  const words = typeof search.search === 'number' ? String(search.search) : search.search;
  return {
    ...(search.tab === 'services' && { tab: 'services' }),
    ...(typeof words === 'string' && words.trim() !== '' && { search: words.slice(0, 100) }),
    ...(oneOf(MARKETPLACE_CATEGORIES, search.category) && { category: oneOf(MARKETPLACE_CATEGORIES, search.category) }),
    ...(oneOf(OTHER_SORTS, search.sort) && { sort: oneOf(OTHER_SORTS, search.sort) }),
    ...(Number.isSafeInteger(search.details) && { details: Number(search.details) }),
  };
}
