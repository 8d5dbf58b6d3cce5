import { test as base, describe, expect } from 'vitest';
import { activity, clientAddresses, clients } from '../../db/schema';
import { Geocoder } from '../../src/server/providers/geocoder';
import { tileSource } from '../../src/server/providers/map-sources';
import { bookSlot, slotOf } from '../support/booking';
import { KAMLOOPS, openWithClient } from '../support/map-shop';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { untyped } from '../support/untyped';

const test = base.extend('shop', () => openWithClient());

const DAY = '2026-11-20';
const AT = '2026-11-20T20:00:00.000Z';

let orders = 0;
/** One more work order of the first client, or of another one. */
const insertOrder = (shop: Shop, more: Parameters<typeof insertRow>[2] = {}) => {
  orders += 1;
  insertRow(shop.db, 'work_orders', { work_order_id: `WO-map-${orders}`, assigned_team_member_id: null, inquiry_id: null, ...more });
};
const idsOf = async (shop: Shop, input: Parameters<Shop['admin']['map']['listDay']>[0]) =>
  (await shop.admin.map.listDay(input)).rows.map(({ id }) => id);

describe("a day's jobs for the map", () => {
  test('show the client, position, time and member', async ({ shop }) => {
    insertOrder(shop, { assigned_team_member_id: 1, priority: 'urgent', estimated_duration: 90 });
    expect(await shop.admin.map.listDay({ day: DAY })).toEqual({
      rows: [
        {
          id: 1,
          workOrderId: expect.stringMatching(/^WO-map-/),
          clientId: 1,
          addressId: null,
          clientName: 'Maria Santos',
          address: '12 Seymour St',
          position: KAMLOOPS,
          serviceType: 'residential',
          status: 'scheduled',
          priority: 'urgent',
          scheduledDate: AT,
          estimatedDuration: 90,
          teamMemberId: 1,
          teamMember: 'Dee Marsh',
          hasFixedWindow: false,
        },
      ],
      isCut: false,
      members: [{ id: 1, name: 'Dee Marsh', jobs: 1 }],
      unassigned: 0,
    });
  });

  test('are the jobs of the company’s day in order of time, without cancelled ones', async ({ shop }) => {
    const times = ['2026-11-20T06:59:59.999Z', '2026-11-21T06:59:59.999Z', '2026-11-20T07:00:00.000Z', '2026-11-21T07:00:00.000Z'];
    for (const scheduled_date of times) insertOrder(shop, { scheduled_date });
    insertOrder(shop, { status: 'cancelled' });
    insertOrder(shop, { status: 'completed' });
    expect(await idsOf(shop, { day: DAY })).toEqual([3, 6, 2]);
    expect(await idsOf(shop, { day: '2026-11-25' })).toEqual([]);
  });

  test('are at the address of the work order, which may be an additional one of the client', async ({ shop }) => {
    insertRow(shop.db, 'client_addresses', { latitude: 50.1, longitude: -120.7 });
    insertRow(shop.db, 'clients', { latitude: null, longitude: null });
    insertOrder(shop, { address_id: 1 });
    insertOrder(shop, { client_id: 2 });
    expect((await shop.admin.map.listDay({ day: DAY })).rows).toMatchObject([
      { addressId: 1, address: '2 Lake Rd', position: { latitude: 50.1, longitude: -120.7 } },
      { addressId: null, address: '12 Seymour St', position: null },
    ]);
  });

  test('can be filtered to one member or to unassigned jobs, while the counts cover the whole day', async ({ shop }) => {
    insertRow(shop.db, 'team_members', { employee_id: 'E-2', first_name: 'Al', email: 'al@example.com' });
    for (const assigned_team_member_id of [1, 2, null, 1]) insertOrder(shop, { assigned_team_member_id });
    expect(await idsOf(shop, { day: DAY, teamMemberId: 1 })).toEqual([1, 4]);
    expect(await idsOf(shop, { day: DAY, teamMemberId: null })).toEqual([3]);
    expect(await shop.admin.map.listDay({ day: DAY, teamMemberId: 9 })).toEqual({
      rows: [],
      isCut: false,
      members: [
        { id: 2, name: 'Al Marsh', jobs: 1 },
        { id: 1, name: 'Dee Marsh', jobs: 2 },
      ],
      unassigned: 1,
    });
  });

  test('count for the members who help, and are found by them', async ({ shop }) => {
    insertRow(shop.db, 'team_members', { employee_id: 'E-2', first_name: 'Al', email: 'al@example.com' });
    for (const assigned_team_member_id of [1, 2, 1]) insertOrder(shop, { assigned_team_member_id });
    const insertHelp = (work_order_id: number, status: string, team_member_id = 2) =>
      insertRow(shop.db, 'work_order_assignments', { work_order_id, team_member_id, status, is_lead: 0 });
    insertHelp(1, 'accepted');
    insertHelp(1, 'completed');
    insertHelp(2, 'completed');
    insertHelp(3, 'released');
    expect(await idsOf(shop, { day: DAY, teamMemberId: 2 })).toEqual([1, 2]);
    expect(await shop.admin.map.listDay({ day: DAY })).toMatchObject({
      members: [
        { id: 2, jobs: 2 },
        { id: 1, jobs: 2 },
      ],
      unassigned: 0,
    });
  });

  test('keep the time window that was booked', async () => {
    const shop = openShop();
    await bookSlot(shop, (await slotOf(shop)).id);
    const { scheduledDate } = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    const { rows } = await shop.admin.map.listDay({ day: '2026-11-24' });
    expect(rows).toMatchObject([{ scheduledDate, hasFixedWindow: true }]);
  });

  test('are at most two hundred, with a flag when there are more', async ({ shop }) => {
    for (let i = 0; i < 200; i++) insertOrder(shop);
    expect(await shop.admin.map.listDay({ day: DAY })).toMatchObject({ isCut: false, unassigned: 200 });
    insertOrder(shop, { scheduled_date: '2026-11-20T21:00:00.000Z' });
    const { rows, isCut, unassigned } = await shop.admin.map.listDay({ day: DAY });
    expect([rows.length, isCut, unassigned, rows.some(({ id }) => id === 201)]).toEqual([200, true, 201, false]);
  });

  test.for([{}, { teamMemberId: 1 }, { teamMemberId: null }])(
    'are read by an index without sorting with the filter %j',
    async (more, { shop }) => {
      const plans = await plansOf(shop, () => shop.admin.map.listDay({ day: DAY, ...more }));
      expect(plans).toHaveLength(2);
      for (const plan of plans) {
        expect(plan).toMatch(/SEARCH work_orders USING (COVERING )?INDEX work_orders_scheduled \(/);
        expect(plan).not.toMatch(/SCAN/);
      }
      expect(plans[0]).not.toContain('TEMP B-TREE');
    },
  );

  test('reject an invalid day', async () => {
    await expect(openShop().admin.map.listDay({ day: '2026-11-31' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a position', () => {
  test('is stored with the client and refreshes open screens, but stays out of the activity log', async ({ shop }) => {
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    const place = { clientId: 1, latitude: 50.1, longitude: -120.7 };
    expect(await shop.admin.map.setPosition(place)).toEqual({ ...place, addressId: null });
    expect(shop.db.select().from(clients).get()).toMatchObject({ latitude: 50.1, longitude: -120.7 });
    expect(topics).toEqual(['clients']);
    expect(shop.rows(activity).at(-1)).toMatchObject({
      verb: 'client.placed',
      entityId: '1',
      data: '{"addressId":null}',
    });
  });

  test('of an additional address leaves the primary one unchanged', async ({ shop }) => {
    insertRow(shop.db, 'client_addresses');
    await shop.admin.map.setPosition({ clientId: 1, addressId: 1, latitude: 50.1, longitude: -120.7 });
    expect(shop.db.select().from(clientAddresses).get()).toMatchObject({ latitude: 50.1, longitude: -120.7 });
    expect(shop.db.select().from(clients).get()).toMatchObject(KAMLOOPS);
  });

  test.for([
    [{ clientId: 9 }, 'NOT_FOUND'],
    [{ addressId: 9 }, 'NOT_FOUND'],
    [{ clientId: 2, addressId: 1 }, 'NOT_FOUND'],
    [{ latitude: 90.001 }, 'BAD_REQUEST'],
    [{ longitude: -180.001 }, 'BAD_REQUEST'],
    [{ latitude: '50.1' }, 'BAD_REQUEST'],
  ] as const)('is rejected with %j, and nothing is written', async ([more, code], { shop }) => {
    insertRow(shop.db, 'clients');
    insertRow(shop.db, 'client_addresses');
    const before = shop.db.$client.serialize();
    const place = untyped({ clientId: 1, latitude: 50.1, longitude: -120.7, ...more });
    await expect(shop.admin.map.setPosition(place)).rejects.toMatchObject({ code });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });
});

describe("the map's settings", () => {
  test('start with the company’s own position, no tiles and no look-up', async () => {
    expect(await openShop().admin.map.settings()).toEqual({
      depot: { latitude: 50.6745, longitude: -120.3273 },
      tileUrl: null,
      attribution: null,
      lookUpHost: null,
    });
  });
  test('follow the owner’s settings and the environment', async () => {
    const tileUrl = 'https://tiles.example.com/{z}/{x}/{y}.png';
    const geocoder = new Geocoder('https://places.example.com/search', 'test');
    const shop = openShop({ mapSources: { tileUrl, attribution: '© Everybody', geocoder } });
    await shop.admin.settings.save({ depot: '50.7, -120.4' });
    expect(await shop.admin.map.settings()).toEqual({
      depot: { latitude: 50.7, longitude: -120.4 },
      tileUrl,
      attribution: '© Everybody',
      lookUpHost: 'places.example.com',
    });
  });
  test('name the host of the tiles when no attribution is configured', async () => {
    const shop = openShop({ mapSources: { tileUrl: 'https://{s}.example.com/{z}/{x}/{y}.png' } });
    expect(await shop.admin.map.settings()).toMatchObject({ attribution: 'Map tiles: a.example.com' });
  });
});

test.each([
  ['https://tiles.example.com/{z}/{x}/{y}.png', 'https://tiles.example.com'],
  ['http://127.0.0.1:8080/a/{z}/{x}/{y}{r}.png?key=1', 'http://127.0.0.1:8080'],
  ['https://{s}.tiles.example.com/{z}/{x}/{y}.png', 'https://*.tiles.example.com'],
])('allows tiles of %s from %s', (tileUrl, source) => expect(tileSource(tileUrl)).toBe(source));
