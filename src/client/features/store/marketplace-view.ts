import { MARKETPLACE_CATEGORIES, PRODUCT_SORTS } from '../../../shared/store-options';
import type { SearchParams } from '../../ui/public/search-params';

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

const findIn = <T extends string>(known: readonly T[], value: string | undefined): T | undefined => known.find((word) => word === value);

export function readView({ tab, search, category, sort, details }: SearchParams): MarketplaceView {
  const id = Number(details || Number.NaN);
  return {
    tab: tab === 'services' ? tab : undefined,
    search: search?.trim() ? search.slice(0, 100) : undefined,
    category: findIn(MARKETPLACE_CATEGORIES, category),
    sort: findIn(OTHER_SORTS, sort),
    details: Number.isSafeInteger(id) ? id : undefined,
  };
}
