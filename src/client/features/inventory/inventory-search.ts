import type { STOCK_VIEWS } from '../../../shared/inventory';

export type StockView = (typeof STOCK_VIEWS)[number];
// Repeated here so that reading an address does not load the schemas.
const VIEWS = ['active', 'low', 'reorder', 'low-ten', 'out', 'no-cost', 'retired'] as const satisfies readonly StockView[];
const TABS = ['overview', 'products', 'reports', 'statements'] as const;
export type AccountingTab = (typeof TABS)[number];

export type InventorySearch = { search?: string; category?: string; view?: StockView; product?: number | 'new' };
export type AccountingSearch = InventorySearch & { tab?: AccountingTab };

const textOf = (value: unknown, longest: number): string | undefined =>
  (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, longest) : '') || undefined;

function productOf(value: unknown): number | 'new' | undefined {
  if (value === 'new') return value;
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export const readInventorySearch = ({ search, category, view, product }: Record<string, unknown>): InventorySearch => ({
  search: textOf(search, 100),
  category: textOf(category, 60),
  view: VIEWS.find((word) => word === view && word !== 'active'),
  product: productOf(product),
});

export const readAccountingSearch = ({ tab, ...rest }: Record<string, unknown>): AccountingSearch => ({
  ...readInventorySearch(rest),
  tab: TABS.find((word) => word === tab && word !== 'overview'),
});

export const listInputOf = ({ search, category, view }: InventorySearch) => ({
  limit: 50,
  ...(search && { search }),
  ...(category && { category }),
  ...(view && { view }),
});
