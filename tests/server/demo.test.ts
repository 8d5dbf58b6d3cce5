import { expect, test } from 'vitest';
import { activity, clients, products, teamMembers, workOrders } from '../../db/schema';
import { DEMO_PASSWORD, seedDemo } from '../../src/server/demo';
import { countRows } from '../../src/server/prepared';
import { openShop, QUOTE } from '../support/shop';

test('the demo company has 20 clients, 6 members and 60 work orders, in every state, on a day in full swing', async () => {
  const shop = openShop();
  expect(await seedDemo(shop.ctx)).toEqual({ clients: 20, members: 6, workOrders: 60 });
  expect([clients, teamMembers, workOrders].map((table) => countRows(shop.db, table, undefined))).toEqual([20, 6, 60]);
  const statuses = new Set(
    shop.db
      .select()
      .from(workOrders)
      .all()
      .map(({ status }) => status),
  );
  expect([...statuses].sort()).toEqual(['assigned', 'cancelled', 'complete', 'enroute', 'incomplete', 'onsite', 'scheduled']);
  expect((await shop.admin.dispatch.summary()).todaysJobs).toBeGreaterThanOrEqual(10);
  expect((await shop.admin.dispatch.active({})).rows.length).toBeGreaterThan(10);
  expect((await shop.admin.dispatch.unassigned({})).rows.length).toBeGreaterThan(5);
  const found = new Set((await shop.admin.clients.list({})).rows.map(({ status }) => status));
  expect([...found].sort()).toEqual(expect.arrayContaining(['lead', 'lapsed', 'recurring']));
  const { outstanding, overdue } = await shop.admin.invoices.summary();
  expect(overdue.invoices).toBeGreaterThan(2);
  expect(outstanding.invoices).toBeGreaterThan(overdue.invoices);
  const paid = (await shop.admin.invoices.list({ view: 'paid' })).rows;
  expect(paid.length).toBeGreaterThan(10);
  expect((await shop.admin.dispatch.getWorkOrder({ id: paid[0]?.workOrderId ?? 0 })).finalizedDate).not.toBeNull();
  const login = await shop.visitor.team.login({ employeeId: 'E-101', password: DEMO_PASSWORD });
  expect(login.teamMember.name).toBe('Amelia Hart');
});

test('nothing of the demo lies in the future that has been done', async () => {
  const shop = openShop();
  await seedDemo(shop.ctx);
  const now = shop.clock.now().toISOString();
  for (const order of shop.db.select().from(workOrders).all())
    for (const at of [order.createdAt, order.processedDate, order.completedDate, order.finalizedDate])
      expect(at ?? '').not.toSatisfy((text: string) => text > now);
  expect(
    shop.db
      .select()
      .from(activity)
      .all()
      .filter(({ at }) => at > now),
  ).toEqual([]);
});

test('it refuses a database that has business already, and leaves it as it is; the catalogue is none', async () => {
  const shop = openShop();
  await shop.visitor.quotes.submit(QUOTE);
  const before = shop.db.$client.serialize();
  await expect(seedDemo(shop.ctx)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('quote requests') });
  expect(shop.db.$client.serialize().equals(before)).toBe(true);
  const other = openShop();
  other.db.insert(products).values({ name: 'Mop', priceCents: 1000, category: 'Tools', createdAt: '2026-01-01T00:00:00.000Z' }).run();
  await expect(seedDemo(other.ctx)).resolves.toMatchObject({ workOrders: 60 });
});
