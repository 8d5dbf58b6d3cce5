import { bookSlot, slotOf } from './booking';
import { openShop, QUOTE, type Shop } from './shop';

export async function openWithJob() {
  const shop = openShop();
  await shop.visitor.quotes.submit(QUOTE);
  await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
  shop.db.$client.exec('update work_orders set total_amount_cents = 14900');
  return shop;
}

/** Books a window of Monday as Jon, who guesses $120.00. */
export const bookAsJon = async (shop: Shop, serviceType?: Parameters<typeof slotOf>[3]) =>
  bookSlot(shop, (await slotOf(shop, '2026-11-23', undefined, serviceType)).id, {
    clientName: 'Jon Toews',
    clientEmail: 'jon@example.com',
    clientPhone: '250-555-0134',
    clientAddress: '9 Battle St',
    totalAmount: '120.00',
  });

/** Starts and completes a work order as the office does. */
export const completeJob = async (shop: Shop, id = 1) => {
  for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
};
