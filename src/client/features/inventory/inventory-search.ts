import type { PRODUCT_ORDERS, STOCK_VIEWS } from '../../../shared/inventory';
import { sortInput } from '../../../shared/page';
import { idOrParam, idParam, searchReader, wordParam, wordsParam } from '../../ui/search-params';

export type StockView = (typeof STOCK_VIEWS)[number];
// Repeated here so that reading an address does not load the schemas.
const VIEWS = ['low', 'reorder', 'low-ten', 'out', 'no-cost', 'retired'] as const satisfies readonly StockView[];
const ORDERS = ['name', 'price', 'stock', 'margin'] as const satisfies readonly (typeof PRODUCT_ORDERS)[number][];
const OTHER_TABS = ['products', 'reports', 'statements'] as const;
export type AccountingTab = 'overview' | (typeof OTHER_TABS)[number];

const filters = {
  search: wordsParam(),
  category: wordsParam(60),
  view: wordParam<StockView>(VIEWS),
  sort: sortInput(...ORDERS).catch(undefined),
  product: idOrParam('new'),
};
export const readInventorySearch = searchReader(filters);
export type InventorySearch = ReturnType<typeof readInventorySearch>;
export const readAccountingSearch = searchReader({ ...filters, tab: wordParam<AccountingTab>(OTHER_TABS) });
export type AccountingSearch = ReturnType<typeof readAccountingSearch>;
export const readStockSearch = searchReader({ product: idParam });
export type StockSearch = ReturnType<typeof readStockSearch>;
