import { ORDER_STATUSES, type OrderStatus } from '../../../../shared/store-words';

/** What the address of the orders screen says: the order that is open, and what the list shows. */
export type OrdersSearch = { order?: number; status?: OrderStatus; paid?: 'yes' | 'no'; q?: string };

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
export function readOrdersSearch({ order, status, paid, q }: Record<string, unknown>): OrdersSearch {
  const number = Number(order);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 100) : '';
  return {
    order: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    status: ORDER_STATUSES.find((word) => word === status),
    paid: paid === 'yes' || paid === 'no' ? paid : undefined,
    q: text || undefined,
  };
}
