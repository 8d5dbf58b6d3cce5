import { describe, expect } from 'vitest';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { book, finish, forWorker, order, type Row } from '../support/worker-rows';

const { run, found } = forWorker('alliances', 'strategic_alliance');
const client = (shop: Shop, company: string | null, more: Row = {}) =>
  insertRow(shop.db, 'clients', { company, email: 'x@gmail.com', phone: '', ...more });
const PAID = { paid_date: '2026-11-01', paid_method: 'cash' };
const buy = (shop: Shop, customer_name: string, customer_email: string, times: number, more: Row = {}) => {
  for (let i = 0; i < times; i++) order(shop, { ...PAID, customer_name, customer_email, customer_phone: '', ...more });
};

describe('alliances', () => {
  test('find businesses that only buy supplies, and companies that three clients belong to', async ({ shop }) => {
    buy(shop, 'Ann Lee', 'ann@acme.ca', 2);
    buy(shop, 'Ann Lee', 'ANN@acme.ca', 1);
    buy(shop, 'Pine Inn', 'pine.inn@gmail.com', 3);
    buy(shop, 'Maria Santos', 'maria@gmail.com', 3);
    buy(shop, 'Bob', 'bob@few.ca', 2);
    buy(shop, 'Bob', 'bob@few.ca', 1, { status: 'cancelled' });
    for (const company of ['Oak Realty', 'oak realty', 'Oak Realty', 'Elm Hosts', 'Elm Hosts', null]) client(shop, company);
    expect(run(shop)).toMatchObject({
      status: 'ok',
      created: 3,
      message: 'Examined 12 orders and 6 clients, created 3.',
    });
    expect(await found(shop)).toMatchObject([
      {
        subjectType: 'domain',
        subjectId: 'acme.ca',
        title: 'Alliance with Ann Lee',
        reason: '3 orders of supplies, last on Nov 20, and no cleaning booked.',
        evidence: [
          { type: 'order', id: 3, text: 'Ordered on Nov 20' },
          { type: 'order', id: 2 },
          { type: 'order', id: 1 },
        ],
        callOnly: null,
      },
      { subjectType: 'order', subjectId: '4', title: 'Alliance with Pine Inn' },
      {
        subjectType: 'company',
        subjectId: 'Oak Realty',
        reason: 'Oak Realty is the company of 3 clients.',
        evidence: [
          { type: 'client', id: 1 },
          { type: 'client', id: 2 },
          { type: 'client', id: 3 },
        ],
        callOnly: null,
      },
    ]);
  });

  test.for([
    ['a booking by this address', (shop: Shop) => book(shop, { status: 'cancelled', client_email: 'Ann@acme.ca' })],
    [
      'a booking by this phone',
      (shop: Shop) => book(shop, { status: 'cancelled', client_email: 'b@gmail.com', client_phone: '(250) 555-0133' }),
    ],
    [
      'a job',
      (shop: Shop) => {
        client(shop, null, { email: 'ann@acme.ca' });
        finish(shop, { status: 'scheduled' });
      },
    ],
    ['the service ended', (shop: Shop) => client(shop, null, { email: 'ann@acme.ca', do_not_service: 1 })],
  ] as const)('leave out a buyer with %s', ([_what, change], { shop }) => {
    buy(shop, 'Ann Lee', 'ann@acme.ca', 3, { customer_phone: '250-555-0133' });
    change(shop);
    expect(run(shop)).toMatchObject({ status: 'empty', created: 0 });
  });

  test('recognize a buyer by a noted company, at any of their addresses', async ({ shop }) => {
    buy(shop, 'Maria Santos', 'maria@gmail.com', 3, { customer_phone: '(250) 555-0133' });
    buy(shop, 'Jon Toews', 'jon@gmail.com', 3);
    client(shop, 'Oak Realty', { email: 'office@gmail.com', phone: '250 555 0133' });
    client(shop, null, { email: 'jon@gmail.com' });
    run(shop);
    expect((await found(shop)).map(({ title }) => title)).toEqual(['Alliance with Maria Santos']);
  });

  test("follow the owner's thresholds and count only clients that are served", async ({ shop }) => {
    buy(shop, 'Ann Lee', 'ann@acme.ca', 3);
    client(shop, 'Oak Realty');
    client(shop, 'Oak Realty');
    client(shop, 'Oak Realty', { do_not_service: 1 });
    client(shop, 'Oak Realty', { is_active: 0 });
    client(shop, 'Oak Realty', { merged_into_id: 1 });
    await shop.setAutomation({ allianceOrders: 4 });
    expect(run(shop)).toMatchObject({ created: 0 });
    await shop.setAutomation({ allianceOrders: 4, allianceClients: 2 });
    expect(run(shop)).toMatchObject({ created: 1 });
  });

  test('are reported once a quarter', async ({ shop }) => {
    buy(shop, 'Ann Lee', 'ann@acme.ca', 3);
    run(shop);
    await shop.admin.automation.setOpportunityStatus({ id: 1, status: 'dismissed', reason: null });
    expect(run(shop)).toMatchObject({ created: 0, message: expect.stringContaining('created 0; 1 was known already.') });
  });

  test('find nothing in an empty database, and treat hostile rows as text', async () => {
    expect(run(openShop())).toMatchObject({ status: 'empty', examined: 0 });
    const shop = openShop();
    buy(shop, '<b>Inc</b>\u0000\u2028', 'not an address', 3, { created_at: 'some day' });
    for (let i = 0; i < 3; i++) client(shop, '"; drop table clients; --');
    expect(run(shop)).toMatchObject({ status: 'ok', created: 2 });
    expect((await found(shop)).map(({ title, reason }) => [title, reason])).toEqual([
      ['Alliance with <b>Inc</b>', '3 orders of supplies, last on an unknown day, and no cleaning booked.'],
      ['Alliance with "; drop table clients; --', '"; drop table clients; -- is the company of 3 clients.'],
    ]);
  });

  test('treat different spellings of a company as one, even in stored rows', async ({ shop }) => {
    for (const company of ['Skyline Property Management', 'Skyline  property management'])
      await shop.admin.clients.create({
        name: 'Ann',
        email: `${company.length}@gmail.com`,
        phone: '250 555 0133',
        address: '1 A St',
        company,
      });
    const companies = shop.db.$client.prepare('select company from clients').pluck();
    expect(companies.all()).toEqual(['Skyline Property Management', 'Skyline property management']);
    client(shop, ' SKYLINE property   management ');
    run(shop);
    expect(await found(shop)).toMatchObject([
      { subjectType: 'company', reason: 'Skyline Property Management is the company of 3 clients.', callOnly: null },
    ]);
  });

  test('are found through indexes', async ({ shop }) => {
    buy(shop, 'Ann Lee', 'ann@acme.ca', 3);
    for (let i = 0; i < 3; i++) client(shop, 'Oak Realty');
    const plans = await plansOf(shop, async () => run(shop));
    expect(plans.filter((plan) => /SCAN (orders|clients|appointment_bookings|work_orders)\b(?! USING)/.test(plan))).toEqual([]);
    expect(plans.some((plan) => plan.includes('clients_company'))).toBe(true);
  });
});
