import { describe, expect, test } from 'vitest';
import { workOrders } from '../../db/schema';
import { isOwnEmail } from '../../src/server/consents/own-email';
import { isOwnJob } from '../../src/server/portal/visits';
import { bookSlot, slotOf } from '../support/booking';
import { MARIA } from '../support/dispatch';
import { openClientSession, requestSignIn, signInWith } from '../support/portal';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const STRANGER = 'stranger@example.com';
const TYPED = { name: MARIA.name, email: STRANGER, phone: MARIA.phone, address: MARIA.address };
const WORK = { ...MARIA, name: 'Maria S.', email: 'work@example.com', phone: '(250) 555-0198' };

/** Opens a shop in which client 1 typed an address on their own page and an invoice is known by that address alone. */
async function openWithTyped(): Promise<Shop> {
  const shop = openShop();
  await shop.admin.clients.create(MARIA);
  const invoice = { serviceType: 'Windows', serviceDate: '2026-11-18', dueDate: '2026-12-04', subtotal: '100.00' };
  await shop.admin.invoices.create({ ...invoice, customerName: 'Accounts', customerEmail: STRANGER });
  await shop.client(1).portal.setContact(TYPED);
  return shop;
}
const countInvoices = async (shop: Shop, id: number) => (await shop.client(id).portal.invoices({})).rows.length;
const signIn = async (shop: Shop, email: string) => signInWith(shop, await requestSignIn(shop, email));

describe('an e-mail address that a client typed', () => {
  test('is confirmed by a link to this address', async () => {
    const shop = await openWithTyped();
    expect(await countInvoices(shop, 1)).toBe(0);
    await signIn(shop, STRANGER);
    expect(await countInvoices(shop, 1)).toBe(1);
  });
  test('is not confirmed by a link to the address of a merged record', async () => {
    const shop = await openWithTyped();
    await shop.admin.clients.create(WORK);
    await shop.admin.clients.merge({ id: 2, intoId: 1 });
    await signIn(shop, WORK.email);
    expect(isOwnEmail(shop.ctx, 1)).toBe(false);
    expect(await countInvoices(shop, 1)).toBe(0);
  });
  test('shows nothing to a client into whom the one who typed it was merged', async () => {
    const shop = await openWithTyped();
    await shop.admin.clients.create(WORK);
    await shop.admin.clients.merge({ id: 1, intoId: 2 });
    expect(await countInvoices(shop, 2)).toBe(0);
  });
  test('stays without a confirmation when a merge gives it to a client without an address', async () => {
    const shop = await openWithTyped();
    await shop.admin.clients.create({ ...WORK, email: null });
    await shop.admin.clients.merge({ id: 1, intoId: 2 });
    expect(isOwnEmail(shop.ctx, 2)).toBe(false);
    await signIn(shop, STRANGER);
    expect(isOwnEmail(shop.ctx, 2)).toBe(true);
  });
});

describe('a booking that found the client by phone and name', () => {
  const listDays = async (shop: Shop) =>
    (await shop.client(1).portal.visits({ view: 'upcoming' })).rows.map(({ workOrderId }) => workOrderId);
  const readData = async (shop: Shop) =>
    (await shop.request('GET', '/my/data.json', { headers: { cookie: openClientSession(shop, 1) } })).text();

  test('with an address of another person shows its job, photos, invoice and data nowhere on the page', async () => {
    const shop = openShop();
    await shop.admin.clients.create(MARIA);
    const { id: slotId } = await slotOf(shop);
    const booked = await bookSlot(shop, slotId, { clientEmail: STRANGER, specialRequests: 'Mind the parrot.' });
    expect(shop.rows(workOrders)).toMatchObject([{ id: 1, clientId: 1 }]);
    insertRow(shop.db, 'invoices', { work_order_id: 1, customer_email: MARIA.email, status: 'pending' });
    const maria = shop.client(1);
    expect([await listDays(shop), await countInvoices(shop, 1), (await maria.portal.home()).nextVisit]).toEqual([[], 0, null]);
    for (const refused of [maria.portal.confirmVisit({ workOrderId: 1 }), maria.portal.rate({ workOrderId: 1, stars: 5 })])
      await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(isOwnJob({ ...shop.ctx, actor: { kind: 'client', id: 1, name: MARIA.name } }, '1')).toBe(false);
    const data = await readData(shop);
    for (const word of [STRANGER, booked.bookingReference, 'parrot']) expect(data).not.toContain(word);
    await shop.client(1).portal.setContact(TYPED);
    expect(await listDays(shop)).toEqual([]);
    await signIn(shop, STRANGER);
    expect([await listDays(shop), await countInvoices(shop, 1)]).toEqual([[1], 1]);
  });
  test('stays on the page when the client changes the address that it was made with', async () => {
    const shop = openShop();
    await shop.admin.clients.create(MARIA);
    const { id: slotId } = await slotOf(shop);
    await bookSlot(shop, slotId);
    await shop.client(1).portal.setContact({ ...TYPED, email: 'maria.new@example.com' });
    expect(await listDays(shop)).toEqual([1]);
    expect(await readData(shop)).toContain(MARIA.email);
  });
  test('is shown if it carries the address of a client who was merged into this one', async () => {
    const shop = openShop();
    await shop.admin.clients.create(MARIA);
    await shop.admin.clients.create(WORK);
    const { id: slotId } = await slotOf(shop);
    await bookSlot(shop, slotId, { clientEmail: WORK.email });
    await shop.admin.clients.merge({ id: 2, intoId: 1 });
    expect(await listDays(shop)).toEqual([1]);
  });
});
