import { ORDER_STATUSES, type OrderStatus } from '../../../../shared/store-options';

export type OrdersSearch = { order?: number; status?: OrderStatus; view?: 'to-ship'; paid?: 'yes' | 'no'; q?: string };

/** Parses search parameters. Unreadable values become undefined, because the router keeps keys that are missing from the result. */
export function readOrdersSearch({ order, status, view, paid, q }: Record<string, unknown>): OrdersSearch {
  const number = Number(order);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 100) : '';
  return {
    order: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    status: view === 'to-ship' ? undefined : ORDER_STATUSES.find((word) => word === status),
    view: view === 'to-ship' ? view : undefined,
    paid: paid === 'yes' || paid === 'no' ? paid : undefined,
    q: text || undefined,
  };
}
