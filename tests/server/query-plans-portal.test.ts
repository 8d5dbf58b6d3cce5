import { describe, expect, test } from 'vitest';
import { openWithPlan } from '../support/plans';
import { plansOf } from '../support/query-plans';
import { openShop, type Shop } from '../support/shop';

describe('the client’s page', () => {
  type Page = Shop['admin']['portal'];
  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['home', (page) => page.home()],
    ['upcoming visits', (page) => page.visits({ view: 'upcoming', cursor: 1 })],
    ['past visits', (page) => page.visits({ view: 'past', cursor: 1 })],
    ['invoices', (page) => page.invoices({ cursor: 9 })],
    ['receipts', (page) => page.receipts({ cursor: 9 })],
    ['messages', (page) => page.messages({ cursor: 9 })],
    ['plans', (page) => page.plans()],
    ['quotes', (page) => page.quotes()],
  ])('reads %s from the rows of the client alone', async (name, read) => {
    const { shop } = await openWithPlan();
    const plans = await plansOf(shop, () => read(shop.client(1).portal));
    expect(plans.length).toBeGreaterThan(0);
    // A client's own rows may be sorted; a list of ids and the union of own invoices are no tables.
    for (const plan of plans) expect(plan.replace(/SCAN (json_each|own)\b/g, '')).not.toMatch(/SCAN/);
    // Indexes that hold the rows of all clients in their order.
    expect(plans.join('; ')).not.toMatch(/INDEX (work_orders_(scheduled|status)|invoices_(live|open)|receipts_live|quotes_status)/);
    if (name === 'quotes') expect(plans.join('; ')).toMatch(/SEARCH quotes USING INDEX quotes_inquiry \(inquiry_id=\?\)/);
    if (name === 'messages') expect(plans).toEqual(['SEARCH client_messages USING INDEX client_messages_client (client_id=? AND rowid<?)']);
  });
});

test('conversations are listed by their newest message, all and the unread ones, without a sort', async () => {
  const shop = openShop();
  for (const unread of [false, true])
    for (const cursor of [undefined, 5]) {
      const [plan = ''] = await plansOf(shop, () => shop.admin.conversations.list({ unread, cursor }));
      expect(plan).toContain(unread ? 'conversations_unread' : 'conversations_last');
      expect(plan).not.toContain('TEMP B-TREE');
    }
});

test.each([
  {},
  { clientId: 1 },
  { status: 'active' },
  { status: 'ended', clientId: 1 },
  { status: 'ended' },
  { status: 'proposed' },
] as const)('plans listed by %j are read in their order by an index, and their next visits by another', async (filter) => {
  const shop = openShop();
  const plans = await plansOf(shop, async () => {
    await shop.admin.plans.list(filter);
    await shop.admin.plans.list({ ...filter, cursor: 9 });
  });
  const index = 'clientId' in filter ? 'plans_client (client_id=? AND status=?' : 'plans_status (status=?';
  for (const plan of plans) {
    if ('status' in filter || 'clientId' in filter) expect(plan).toContain(`SEARCH plans USING INDEX ${index}`);
    expect(plan).toContain('SEARCH work_orders USING INDEX work_orders_plan (plan_id=? AND plan_date>?)');
    expect(plan).not.toContain('TEMP B-TREE');
  }
});
