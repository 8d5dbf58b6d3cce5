import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { appointmentBookings, opportunities, referrals } from '../../db/schema';
import { openMigrated } from '../support/migration';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { book, forWorker, type Row } from '../support/worker-rows';

const test = base.extend('shop', () => openCompany());

const { run, found } = forWorker('partnerships', 'partnership');
const client = (shop: Shop, email: string, more: Row = {}) =>
  insertRow(shop.db, 'clients', { email, name: email.split('@')[0] ?? '', ...more });
/** Friends of a client who booked with their code. */
function refer(shop: Shop, referrerId: number, statuses: string[]): void {
  for (const status of statuses) {
    book(shop, { status });
    const id = shop.rows(appointmentBookings).length;
    const values = {
      code: 'MARIA',
      referrerId,
      bookingId: id,
      friendEmail: `friend${id}@gmail.com`,
      createdAt: '2026-11-20T20:00:00.000Z',
    };
    shop.db.insert(referrals).values(values).run();
  }
}
const supply = (shop: Shop, supplier: string, times: number, more: Row = {}) => {
  for (let i = 0; i < times; i++) insertRow(shop.db, 'products', { name: `Cloth ${i}`, supplier_name: supplier, ...more });
};

/** Two friends of Maria booked, two people of acme.ca are clients, and five active products come from Pine Supply. */
function openCompany(): Shop {
  const shop = openShop();
  client(shop, 'maria@gmail.com', { name: 'Maria Santos' });
  client(shop, 'ann@acme.ca');
  client(shop, 'Bob@ACME.ca');
  client(shop, 'cy@notacme.ca');
  client(shop, 'dee@gmail.com');
  refer(shop, 1, ['confirmed', 'completed', 'cancelled']);
  refer(shop, 5, ['confirmed', 'cancelled']);
  supply(shop, 'Pine Supply', 4);
  supply(shop, ' PINE supply ', 1);
  supply(shop, 'Pine Supply', 1, { is_active: 0 });
  supply(shop, 'Few Goods', 4);
  return shop;
}

describe('partnerships', () => {
  test('are found for two referred friends, two clients of one domain and five products of one supplier', async ({ shop }) => {
    expect(run(shop)).toMatchObject({
      status: 'ok',
      examined: 16,
      created: 3,
      message: 'Examined 2 referrers, 5 clients and 9 supplied products, created 3.',
    });
    expect(await found(shop)).toMatchObject([
      {
        subjectType: 'client',
        subjectId: '1',
        title: 'Partnership with Maria Santos',
        reason: '2 referred clients booked with us.',
        evidence: [
          { type: 'booking', id: 1, text: 'A friend booked on Nov 20' },
          { type: 'booking', id: 2 },
        ],
        score: 50,
        callOnly: 'No consent on record: call only.',
      },
      {
        subjectType: 'domain',
        subjectId: 'acme.ca',
        reason: '2 clients of ours have an address at acme.ca.',
        evidence: [
          { type: 'client', id: 2, text: 'ann' },
          { type: 'client', id: 3, text: 'Bob' },
        ],
      },
      { subjectType: 'supplier', subjectId: 'Pine Supply', reason: '5 active products in our store come from them.', value: null },
    ]);
  });

  test.each([
    ['a friend who is the referrer', { client_id: 1 }],
    ['a friend who did not come', { status: 'no-show' }],
    ['a friend who cancelled', { status: 'cancelled' }],
  ])('do not count %s', async (_case, more) => {
    const shop = openShop();
    client(shop, 'maria@gmail.com');
    refer(shop, 1, ['confirmed', 'completed']);
    const [[column, value]] = Object.entries(more) as [[string, string | number]];
    shop.db.$client.prepare(`update appointment_bookings set ${column} = ? where id = 2`).run(value);
    expect(run(shop)).toMatchObject({ created: 0 });
    shop.db.$client.prepare("update appointment_bookings set client_id = null, status = 'confirmed'").run();
    expect(run(shop)).toMatchObject({ created: 1 });
  });

  test('are not found in an empty company', () => {
    expect(run(openShop())).toMatchObject({ status: 'empty', examined: 0, created: 0 });
    const shop = openShop();
    for (const email of ['a@gmail.com', 'b@gmail.com', 'one@acme.ca']) client(shop, email);
    client(shop, 'two@acme.ca', { do_not_service: 1 });
    client(shop, 'three@acme.ca', { is_active: 0 });
    client(shop, 'four@acme.ca', { merged_into_id: 3 });
    expect(run(shop)).toMatchObject({
      status: 'empty',
      message: 'Examined 6 clients, created 0: none reaches its threshold.',
    });
  });

  test('are reported once a quarter, and not while they count', async ({ shop }) => {
    run(shop);
    expect(run(shop)).toMatchObject({ created: 0, message: expect.stringContaining('created 0; 3 were known already.') });
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'dismissed', reason: 'No.' });
    expect(run(shop)).toMatchObject({ created: 0 });
    shop.clock.at = new Date('2027-01-04T20:00:00.000Z');
    expect(run(shop)).toMatchObject({ created: 1, message: expect.stringContaining('created 1; 2 were known already.') });
    expect((await found(shop)).at(-1)).toMatchObject({ subjectId: '1', status: 'open' });
  });

  test("follow the owner's thresholds", async ({ shop }) => {
    await shop.setAutomation({ partnershipReferrals: 3, supplierProducts: 4, domainClients: 3 });
    run(shop);
    expect((await found(shop)).map(({ subjectId }) => subjectId)).toEqual(['Pine Supply', 'Few Goods']);
    await shop.setAutomation({ partnershipReferrals: 3 });
    expect(run(shop)).toMatchObject({ created: 1 });
  });

  test('leave out suppliers of the starter catalogue until the owner confirms it', async () => {
    const shop = openShop();
    supply(shop, 'Thompson Valley Supply', 5, { is_sample: 1 });
    expect(run(shop)).toMatchObject({ created: 0 });
    await shop.admin.inventory.confirmCatalogue({ isOurs: true });
    expect(run(shop)).toMatchObject({ created: 1 });
    expect(await found(shop)).toMatchObject([{ subjectType: 'supplier', subjectId: 'Thompson Valley Supply' }]);
  });

  test('are dismissed if they were found from suppliers of the starter catalogue', () => {
    const db = openMigrated('sample_suppliers', (old) => {
      const supplied = { is_sample: 1, supplier_name: 'Thompson Valley Supply' };
      insertRow(old, 'products', supplied);
      insertRow(old, 'products', { ...supplied, supplier_name: 'Both' });
      insertRow(old, 'products', { supplier_name: 'Both' });
      const insert = old.$client.prepare(`insert into opportunities
        (kind, dedupe_key, subject_type, subject_id, title, reason, evidence, score, created_at, status_changed_at)
        values ('partnership', $name, 'supplier', $name, 'T', 'R', '[]', 50, '2026-11-20T20:00:00.000Z', '2026-11-20T20:00:00.000Z')`);
      for (const supplier of ['Thompson Valley Supply', 'Both', 'Other']) insert.run({ name: supplier });
    });
    expect(
      db
        .select()
        .from(opportunities)
        .all()
        .map(({ status }) => status),
    ).toEqual(['dismissed', 'open', 'open']);
  });

  test("treat hostile rows as text and leave out the company's own domain", async () => {
    const shop = openShop();
    const { company } = await shop.admin.settings.get();
    await shop.admin.settings.save({ company: { ...company, email: 'office@ours.ca' } });
    for (const email of ['a@ours.ca', 'b@ours.ca', 'x', '@', 'a"@b".ca', 'q@x.ca" OR "', "'; drop table clients--@acme.ca", 'z@acme.ca'])
      client(shop, email, { name: '<b>\u0000Eve</b>\r\nBcc: all@acme.ca' });
    supply(shop, '<script>', 5);
    expect(run(shop)).toMatchObject({ status: 'ok', created: 2 });
    expect((await found(shop)).map(({ title }) => title)).toEqual(['Partnership with acme.ca', 'Partnership with <script>']);
    const { evidence } = shop.db.select().from(opportunities).where(eq(opportunities.id, 1)).get() ?? {};
    expect(JSON.parse(evidence ?? '')[0].text).toBe('<b> Eve</b> Bcc: all@acme.ca');
  });

  test('are limited to fifty in a run, and the next run continues', () => {
    const shop = openShop();
    for (let i = 0; i < 60; i++) for (const who of ['a', 'b']) client(shop, `${who}@firm${i}.ca`);
    expect(run(shop)).toMatchObject({ created: 50, examined: 99, message: expect.stringContaining('; the next run goes on from there.') });
    expect(run(shop)).toMatchObject({ created: 10, examined: 21 });
  });

  test('are found through indexes', async ({ shop }) => {
    const plans = await plansOf(shop, async () => run(shop));
    expect(plans.filter((plan) => /SCAN (clients|referrals|appointment_bookings|opportunities|products)\b(?! USING)/.test(plan))).toEqual(
      [],
    );
    expect(plans.filter((plan) => plan.includes('clients_search'))).toEqual([
      expect.stringMatching(/^SCAN clients_search VIRTUAL TABLE INDEX \S+; SEARCH clients USING INTEGER PRIMARY KEY/),
    ]);
  });
});
