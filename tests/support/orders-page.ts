import { orders } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.orders';
import type { OrderStatus } from '../../src/shared/store-options';
import { openOffice, openStaffPage } from './office';
import { line, place, shelve } from './storefront';

/** Opens an office with two products and no orders. */
export function openEmpty() {
  const office = openOffice();
  const vacuum = { name: 'Backpack Vacuum', price_cents: 1000_00, stock_quantity: 9 };
  shelve(office.shop, { name: 'Squeegee', stock_quantity: 99 }, vacuum);
  return { ...office, stored: () => office.db.select().from(orders).all() };
}
/** Opens an office with order 1, of $1,164.69 by e-Transfer. */
export async function openWithOrder(status: OrderStatus = 'processing') {
  const office = openEmpty();
  const more = { orderNotes: 'Side door, please.', paymentMethod: 'interac' } as const;
  await place(office.shop, { items: [line(1, 2), line(2)], ...more });
  office.db.update(orders).set({ status }).run();
  return office;
}
/** The same with the order paid by cheque. */
export async function openPaid(status?: OrderStatus) {
  const office = await openWithOrder(status);
  await office.admin.store.setOrderPayment({ orderNumber: 1, paid: { method: 'cheque', date: '2026-11-18' } });
  return office;
}
export const cancel = ({ admin }: ReturnType<typeof openEmpty>) =>
  admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Twice.' });
export const openPage = (address = '/orders') => openStaffPage(Route, address);
