import { describe, expect, test } from 'vitest';
import { isOwnEmail } from '../../src/server/consents/own-email';
import { MARIA } from '../support/dispatch';
import { requestSignIn, signInWith } from '../support/portal';
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
