import { bookSlot, DAY, slotOf } from './booking';
import { draftOfJob } from './invoices';
import { openShop } from './shop';

export type Shop = ReturnType<typeof openShop>;
/** A client who refers her friends. */
export const ANNA = { name: 'Anna Berg', email: 'anna@example.com', phone: '(250) 555-0177', address: '5 Pine St, Kamloops', notes: null };

/** Opens a shop, unless it is given, with Anna, client 1, and her code. */
export async function openWithCode(shop: Shop = openShop()) {
  await shop.admin.clients.create(ANNA);
  const { code } = await shop.admin.offers.makeCode({ clientId: 1 });
  return { shop, code };
}
/** Books a window of {@link DAY} as Maria. */
export const book = async (shop: Shop, more: Record<string, unknown> = {}, window: Parameters<typeof slotOf>[2] = '10:00-12:00') =>
  bookSlot(shop, (await slotOf(shop, DAY, window)).id, more);
/** Completes the job of a work order. */
export const finish = async (shop: Shop, id: number) => {
  for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
};

/**
 * Opens a shop in which Maria, referred by Anna, booked online for the first time. Her job is done and its draft 1 has the promised
 * offers.
 */
export async function openWithPromises(subtotal: string | number = '100.00', opened?: Shop) {
  const { shop, code } = await openWithCode(opened);
  await book(shop, { ref: code });
  await finish(shop, 1);
  await draftOfJob(shop, { workOrderId: 1 });
  await shop.admin.invoices.update({ id: 1, subtotal });
  return { shop, code };
}
/** The reason of {@link openWithInvoice}. */
export const REASON = 'Agreed by phone';
/** Like {@link openWithPromises}, issued after the owner removed the offers. */
export async function openWithInvoice(subtotal: string | number = '100.00', opened?: Shop) {
  const { shop, code } = await openWithPromises(subtotal, opened);
  for (const { offer, referralId, isGranted } of (await shop.admin.offers.listFor({ invoiceId: 1 })).rows)
    if (isGranted) await shop.admin.offers.remove({ invoiceId: 1, offer, referralId, reason: REASON });
  await shop.admin.invoices.update({ id: 1, status: 'pending' });
  return { shop, code };
}

/** The offers of these shops, with their invoice and referral. */
export const FIRST = { invoiceId: 1, offer: 'first-online-booking' } as const;
export const FRIEND = { invoiceId: 1, offer: 'referral-friend', referralId: 1 } as const;
export const REWARD = { invoiceId: 2, offer: 'referral-reward', referralId: 1 } as const;
