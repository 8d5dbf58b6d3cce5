import { ORDER_STATUSES, type OrderStatus } from '../../../../shared/store-options';

/** What the address of the orders screen says: the order that is open, and what the list shows; what is to ship is of two states. */
export type OrdersSearch = { order?: number; status?: OrderStatus; view?: 'to-ship'; paid?: 'yes' | 'no'; q?: string };

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
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
