import { expect, test } from 'vitest';
import { workOrders } from '../../db/schema';
import { bookSlot, slotOf } from '../support/booking';
import { addMember } from '../support/field';
import { openShop } from '../support/shop';

test('the page of a visit shows the day, street and crew, and nothing else about the client', async () => {
  const shop = openShop();
  addMember(shop);
  const clientAddress = '12 Seymour St, Kamloops, BC V2C 1A1';
  const { token: manageToken } = await bookSlot(shop, (await slotOf(shop)).id, { clientAddress, totalAmount: '149.00' });
  await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
  const token = shop.db.select().from(workOrders).get()?.visitToken ?? '';
  const page = await shop.request('GET', `/visit/${token}`);
  expect(page.status).toBe(200);
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  const html = await page.text();
  for (const shown of ['Tuesday, November 24, 2026', '12 Seymour St', 'Dee', 'See you then', `/manage/${manageToken}`, 'Contact us'])
    expect(html).toContain(shown);
  expect(html).not.toMatch(/V2C|maria@|555-0133|149|Santos|Marsh/);
  expect(shop.db.select().from(workOrders).get()?.confirmedAt).toBeNull();
  await shop.visitor.visits.confirm({ token });
  expect(await (await shop.request('GET', `/visit/${token}`)).text()).toContain('Thank you. See you then!');
  await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Rain' });
  expect(await (await shop.request('GET', `/visit/${token}`)).text()).toContain('This visit is cancelled');
  expect((await shop.request('GET', `/visit/${'A'.repeat(22)}`)).status).toBe(404);
});
