import { beforeEach, describe, expect, test } from 'vitest';
import { clientAddresses, clients } from '../../db/schema';
import { MARIA } from '../support/dispatch';
import { WEEKLY } from '../support/plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { untyped } from '../support/untyped';
import { watchFailedWrite, watchWrite } from '../support/writes';

const NO_ACCESS = { accessGate: null, accessAlarm: null, accessPets: null, accessKey: null };
const COTTAGE = { clientId: 1, label: 'Cottage', address: '2 Lake Rd', accessKey: 'Under the pot' };
const JOB = { clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-21T18:00:00.000Z' };
let shop: Shop;
beforeEach(async () => {
  shop = openShop();
  await shop.admin.clients.create(MARIA);
});
const dump = () => shop.db.$client.serialize();

describe('the page of a client', () => {
  test('shows details, access notes, figures and addresses', async () => {
    await shop.admin.clients.addAddress(COTTAGE);
    expect(await shop.admin.clients.get({ id: 1 })).toEqual({
      id: 1,
      ...MARIA,
      latitude: null,
      longitude: null,
      notes: null,
      company: null,
      photoConsent: false,
      smsConsentAt: null,
      isActive: true,
      createdAt: '2026-11-20T20:00:00.000Z',
      status: 'lead',
      finishedJobs: 0,
      lastJobAt: null,
      nextJobAt: null,
      doNotService: false,
      doNotServiceReason: null,
      ...NO_ACCESS,
      mergedIntoId: null,
      formerly: [],
      addresses: [
        {
          id: 1,
          ...COTTAGE,
          latitude: null,
          longitude: null,
          accessGate: null,
          accessAlarm: null,
          accessPets: null,
          createdAt: '2026-11-20T20:00:00.000Z',
        },
      ],
    });
  });
  test('is NOT_FOUND for an unknown client', async () => {
    await expect(shop.admin.clients.get({ id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a changed client', () => {
  const CHANGE = { id: 1, ...MARIA, name: 'Maria Silva', latitude: '50.5', notes: 'Two cats', accessGate: '#4411', isActive: false };
  test('gets the values of the form, and omitted fields become empty', async () => {
    const more = { accessKey: 'Lock box', company: ' Oak Realty ', photoConsent: true };
    expect(await shop.admin.clients.update({ ...CHANGE, ...more })).toMatchObject({ company: 'Oak Realty', photoConsent: true });
    const { id: _id, ...wanted } = CHANGE;
    const left = { accessKey: null, company: null, photoConsent: false };
    expect(await shop.admin.clients.update(CHANGE)).toMatchObject({ ...wanted, latitude: '50.50000000', ...left });
    expect((await shop.admin.clients.list({ search: 'silva' })).rows).toHaveLength(1);
    expect((await shop.admin.clients.list({ search: 'santos' })).rows).toHaveLength(0);
  });
  test('writes nothing when nothing differs', async () => {
    await shop.admin.clients.update(CHANGE);
    const before = dump();
    await shop.admin.clients.update(CHANGE);
    expect(dump().equals(before)).toBe(true);
  });
  test.each([
    [{ name: '' }, 'BAD_REQUEST'],
    [{ email: 'maria' }, 'BAD_REQUEST'],
    [{ isActive: undefined }, 'BAD_REQUEST'],
    [{ company: 'x'.repeat(121) }, 'BAD_REQUEST'],
    [{ company: 'Oak\nRealty' }, 'BAD_REQUEST'],
    [{ photoConsent: 'yes' }, 'BAD_REQUEST'],
    [{ accessGate: 'x'.repeat(1001) }, 'BAD_REQUEST'],
    [{ id: 9 }, 'NOT_FOUND'],
  ])('is rejected with %j (%s)', async (more, code) => {
    const before = dump();
    await expect(shop.admin.clients.update(untyped({ ...CHANGE, ...more }))).rejects.toMatchObject({ code });
    expect(dump().equals(before)).toBe(true);
  });
});

describe('a client the company no longer works for', () => {
  test('is marked with the reason in lists and on each work order', async () => {
    await shop.admin.dispatch.createWorkOrder(JOB);
    const flagged = await shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Never pays' });
    expect(flagged).toMatchObject({ doNotService: true, doNotServiceReason: 'Never pays' });
    expect((await shop.admin.clients.list({})).rows[0]?.doNotService).toBe(true);
    const client = { doNotService: true, doNotServiceReason: 'Never pays' };
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).client).toMatchObject(client);
    await shop.admin.clients.setDoNotService({ id: 1, doNotService: false });
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).client).toMatchObject({ doNotService: false, doNotServiceReason: null });
  });
  test('needs a reason', async () => {
    for (const reason of [undefined, null, ' '])
      await expect(shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Please give a reason.',
      });
    await expect(shop.admin.clients.setDoNotService({ id: 9, doNotService: true, reason: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(shop.db.select().from(clients).get()).toMatchObject({ doNotService: false });
  });
  test('is marked once when the call is repeated', async () => {
    const say = () => shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Never pays' });
    const first = await say();
    const before = dump();
    expect(await say()).toEqual(first);
    expect(dump().equals(before)).toBe(true);
  });
});

describe('an additional address', () => {
  beforeEach(() => shop.admin.clients.addAddress(COTTAGE));

  test('is the place of work orders that name it, others go to the primary one', async () => {
    await shop.admin.dispatch.createWorkOrder({ ...JOB, addressId: 1 });
    await shop.admin.dispatch.createWorkOrder(JOB);
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).client.address).toBe('2 Lake Rd');
    expect((await shop.admin.dispatch.getWorkOrder({ id: 2 })).client.address).toBe(MARIA.address);
  });
  test('of another client is rejected for a work order', async () => {
    await shop.admin.clients.create({ ...MARIA, email: 'jon@example.com' });
    for (const [clientId, addressId] of [
      [2, 1],
      [1, 9],
    ] as const)
      await expect(shop.admin.dispatch.createWorkOrder({ ...JOB, clientId, addressId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('can be changed', async () => {
    const change = { id: 1, label: 'Lake house', address: '3 Lake Rd', longitude: -120.1, accessPets: 'A dog' };
    expect((await shop.admin.clients.updateAddress(change)).addresses).toMatchObject([
      { ...change, longitude: '-120.10000000', accessKey: null },
    ]);
    const before = dump();
    await shop.admin.clients.updateAddress(change);
    expect(dump().equals(before)).toBe(true);
  });
  test('can be removed unless an open work order goes there', async () => {
    await shop.admin.dispatch.createWorkOrder({ ...JOB, addressId: 1 });
    for (const status of ['scheduled', 'assigned', 'onsite', 'in-progress', 'incomplete']) {
      shop.db.$client.prepare('update work_orders set status = ?').run(status);
      await expect(shop.admin.clients.removeAddress({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    shop.db.$client.prepare("update work_orders set status = 'completed'").run();
    expect((await shop.admin.clients.removeAddress({ id: 1 })).addresses).toEqual([]);
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).client.address).toBe(MARIA.address);
  });
  test('cannot be removed while a plan that has not ended uses it, so that its visits keep their address', async () => {
    await shop.admin.plans.create({ ...WEEKLY, addressId: 1 });
    await shop.admin.plans.pause({ id: 1 });
    await expect(shop.admin.clients.removeAddress({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Regular visits go to this address. Please change or end them first.',
    });
    await shop.admin.plans.end({ id: 1, on: '2026-11-20' });
    expect((await shop.admin.clients.removeAddress({ id: 1 })).addresses).toEqual([]);
  });
  test('is rejected when it or its client is unknown, or its name or street is missing', async () => {
    await expect(shop.admin.clients.removeAddress({ id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.admin.clients.updateAddress({ id: 9, label: 'A', address: 'B' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.admin.clients.addAddress({ ...COTTAGE, clientId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const more of [{ label: '' }, { address: ' ' }, { latitude: 91 }])
      await expect(shop.admin.clients.addAddress({ ...COTTAGE, ...more })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(shop.rows(clientAddresses)).toHaveLength(1);
  });
  test('is rejected as the fifty-first', async () => {
    for (let i = 2; i <= 50; i++) insertRow(shop.db, 'client_addresses');
    await expect(shop.admin.clients.addAddress(COTTAGE)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('several clients', () => {
  const listActive = () => shop.rows(clients).map(({ isActive }) => isActive);

  test('are archived, except those that are already or were merged, and made active again', async () => {
    for (let id = 2; id <= 4; id++) await shop.admin.clients.create({ ...MARIA, name: `Client ${id}`, email: `c${id}@example.com` });
    await shop.admin.clients.setActive({ ids: [2], isActive: false });
    await shop.admin.clients.merge({ id: 3, intoId: 4 });
    expect(await shop.admin.clients.setActive({ ids: [1, 2, 3, 4, 4, 99], isActive: false })).toEqual({
      results: [
        { id: 1, error: null },
        { id: 2, error: 'Client 2 is archived already.' },
        { id: 3, error: 'This client was merged into another one.' },
        { id: 4, error: null },
        { id: 99, error: 'This client does not exist.' },
      ],
    });
    expect(listActive()).toEqual([false, false, false, false]);
    await shop.admin.clients.setActive({ ids: [1, 4], isActive: true });
    expect(listActive()).toEqual([true, false, false, true]);
  });

  test('are not changed when a rule refuses each of them, none is named, or there are too many', async () => {
    const { setActive } = shop.admin.clients;
    await expect(setActive({ ids: [1], isActive: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Maria Santos is active already.',
    });
    await expect(setActive({ ids: [], isActive: false })).rejects.toThrow('Please select at least one row.');
    await expect(setActive({ ids: Array.from({ length: 101 }, (_, i) => i + 1), isActive: false })).rejects.toThrow('at most 100 rows');
    expect(listActive()).toEqual([true]);
  });
});

describe('every write', () => {
  const WRITES: [string, string, () => Promise<unknown>][] = [
    ['client.created', '2', () => shop.admin.clients.create({ ...MARIA, notes: 'Key under the mat' })],
    ['client.updated', '1', () => shop.admin.clients.update({ id: 1, ...MARIA, notes: 'Key under the mat', isActive: true })],
    ['client.doNotService', '1', () => shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: MARIA.name })],
    ['client.archived', '1', () => shop.admin.clients.setActive({ ids: [1], isActive: false })],
    ['client.addressAdded', '1', () => shop.admin.clients.addAddress({ ...COTTAGE, address: MARIA.address })],
    ['client.addressUpdated', '1', () => shop.admin.clients.updateAddress({ ...COTTAGE, id: 1, address: MARIA.address })],
    ['client.addressRemoved', '1', () => shop.admin.clients.removeAddress({ id: 1 })],
    ['client.merged', '1', () => shop.admin.clients.merge({ id: 1, intoId: 2 })],
  ];
  beforeEach(async () => {
    await shop.admin.clients.addAddress(COTTAGE);
  });
  const prepare = async (verb: string) => verb === 'client.merged' && shop.admin.clients.create({ ...MARIA, name: 'M. Santos' });
  test.each(WRITES)('%s records one activity without personal data and refreshes open screens', async (verb, entityId, write) => {
    await prepare(verb);
    const { lines, topics } = await watchWrite(shop, write);
    expect(lines).toMatchObject([{ verb, entityType: 'client', entityId, actorKind: 'admin', actorId: 1 }]);
    for (const secret of [...Object.values(MARIA), 'mat', 'Lake']) expect(lines[0]?.data).not.toContain(secret);
    expect(topics).toEqual(verb === 'client.merged' ? ['booking', 'clients', 'quotes'] : ['clients']);
  });
  test.each(WRITES)('%s is rolled back together with its activity, without refreshing screens', async (verb, _id, write) => {
    await prepare(verb);
    expect(await watchFailedWrite(shop, write)).toEqual({ isRejected: true, isChanged: false, topics: [] });
  });
});
