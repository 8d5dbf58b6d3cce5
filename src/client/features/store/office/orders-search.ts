import { sortInput } from '../../../../shared/page';
import { ORDER_ORDERS } from '../../../../shared/store';
import { ORDER_STATUSES } from '../../../../shared/store-options';
import { idParam, searchReader, wordParam, wordsParam } from '../../../ui/search-params';

const read = searchReader({
  order: idParam,
  status: wordParam(ORDER_STATUSES),
  view: wordParam(['to-ship']),
  paid: wordParam(['yes', 'no']),
  q: wordsParam(),
  sort: sortInput(...ORDER_ORDERS).catch(undefined),
});
export type OrdersSearch = ReturnType<typeof read>;

export function readOrdersSearch(address: Record<string, unknown>): OrdersSearch {
  const search = read(address);
  return search.view ? { ...search, status: undefined } : search;
}
