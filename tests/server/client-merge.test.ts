import { beforeEach, describe, expect, test } from 'vitest';
import { clients, payerNames } from '../../db/schema';
import { MARIA } from '../support/dispatch';
import { dump, fillTables, insertRow } from '../support/rows';
import { openShop, QUOTE, type Shop } from '../support/shop';

const TWIN = { name: 'M. Santos', email: 'm.santos@example.com', phone: '604 555 0100', address: '2 Lake Rd, Vernon' };
const JOB = { serviceType: 'residential', scheduledDate: '2026-11-21T18:00:00.000Z' };

let shop: Shop;
beforeEach(() => {
  shop = openShop();
});
const addBoth = async (maria = {}, twin = {}) => {
  await shop.admin.clients.create({ ...MARIA, ...maria });
  await shop.admin.clients.create({ ...TWIN, ...twin });
};
const merge = (id = 2, intoId = 1) => shop.admin.clients.merge({ id, intoId });

describe('merging two clients', () => {
  test('keeps every row, and moves all references to the surviving client', async () => {
    fillTables(shop.db);
    insertRow(shop.db, 'clients', { name: 'Survivor', email: 'survivor@example.com' });
    const before = dump(shop.db);
    await merge(1, 2);
    const after = dump(shop.db);
    for (const [table, rows] of Object.entries(before)) {
      const added = table === 'activity' ? 1 : 0;
      if (!/_search/.test(table)) expect([table, after[table]?.length]).toEqual([table, rows.length + added]);
    }
    // Whatever column of whatever table refers to clients, none says the merged one any more.
    const references = Object.keys(before).flatMap((table) =>
      shop.db.$client
        .prepare<[], { from: string; table: string }>(`select "from", "table" from pragma_foreign_key_list('${table}')`)
        .all()
        .filter((key) => key.table === 'clients')
        .map((key) => [table, key.from] as const),
    );
    expect(references.map(([table]) => table).sort()).toEqual([
      'appointment_bookings',
      'client_addresses',
      'client_messages',
      'clients',
      'contact_inquiries',
      'conversations',
      'payer_names',
      'plans',
      'quotes',
      'ratings',
      'referrals',
      'work_orders',
    ]);
    for (const [table, column] of references) {
      const count = (id: number) =>
        shop.db.$client.prepare<[number], number>(`select count(*) from ${table} where ${column} = ?`).pluck().get(id);
      expect([table, count(1), count(2)]).toEqual([table, 0, 1]);
    }
    expect(shop.db.$client.pragma('foreign_key_check')).toEqual([]);
  });

  test('keeps one of the names under which both clients pay', async () => {
    await addBoth();
    for (const [name, id] of [
      ['j santos', 1],
      ['j santos', 2],
      ['m santos', 2],
    ] as const)
      insertRow(shop.db, 'payer_names', { name, client_id: id });
    await merge();
    expect(shop.rows(payerNames).map(({ name, clientId }) => [name, clientId])).toEqual([
      ['j santos', 1],
      ['m santos', 1],
    ]);
  });

  test('hides the merged client and shows its former name', async () => {
    await addBoth();
    const survivor = await merge();
    expect(survivor).toMatchObject({ id: 1, ...MARIA, formerly: [{ id: 2, name: TWIN.name, email: TWIN.email, phone: TWIN.phone }] });
    expect((await shop.admin.clients.list({})).rows.map(({ id }) => id)).toEqual([1]);
    expect((await shop.admin.clients.list({ search: 'santos' })).rows.map(({ id }) => id)).toEqual([1]);
    expect(await shop.admin.clients.get({ id: 2 })).toMatchObject({ mergedIntoId: 1, isActive: false });
  });

  test.each([
    [{ company: 'Oak Realty', photoConsent: true }, {}, { company: 'Oak Realty', photoConsent: false }],
    [{}, { company: 'Elm Hosts', photoConsent: true }, { company: 'Elm Hosts', photoConsent: false }],
    [
      { company: 'Oak Realty', photoConsent: true },
      { company: 'Elm Hosts', photoConsent: true },
      { company: 'Oak Realty', photoConsent: true },
    ],
  ])('combines photo consents %j and %j to %j', async (maria, twin, wanted) => {
    await addBoth(maria, twin);
    expect(await merge()).toMatchObject(wanted);
  });

  test.each([
    ['e-mail', { email: 'M.SANTOS@example.com', name: 'X', phone: '1' }],
    ['phone and name', { email: 'new@example.com', name: TWIN.name, phone: '(604) 555-0100' }],
  ])('recognizes a visitor with the %s of the merged client as the surviving one', async (_what, more) => {
    await addBoth();
    await merge();
    const { inquiry } = await shop.visitor.quotes.submit({ ...QUOTE, ...more });
    expect(await shop.admin.quotes.setStatus({ id: inquiry.id, status: 'confirmed' })).toMatchObject({ clientId: 1 });
    expect(shop.rows(clients)).toHaveLength(2);
  });

  test('assigns a work order for the merged client to the surviving one', async () => {
    await addBoth();
    await merge();
    expect(await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 2 })).toMatchObject({ clientId: 1 });
  });

  test('keeps jobs at the other address, which becomes an additional one', async () => {
    await addBoth();
    await shop.admin.clients.update({ id: 2, ...TWIN, latitude: 50.2, accessGate: '#99', isActive: true });
    await shop.admin.clients.addAddress({ clientId: 2, label: 'Office', address: '9 Main St' });
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1 });
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 2 });
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 2, addressId: 1 });
    const { addresses, accessGate } = await merge();
    expect(addresses).toMatchObject([
      { id: 1, clientId: 1, label: 'Office', address: '9 Main St' },
      { id: 2, clientId: 1, label: 'Other address', address: TWIN.address, latitude: '50.20000000', accessGate: '#99' },
    ]);
    expect(accessGate).toBeNull();
    const places = await Promise.all([1, 2, 3].map(async (id) => (await shop.admin.dispatch.getWorkOrder({ id })).client.address));
    expect(places).toEqual([MARIA.address, TWIN.address, '9 Main St']);
  });

  test('adds no address when both share one, and keeps both access notes', async () => {
    await addBoth({}, { address: '12 SEYMOUR ST. Kamloops' });
    await shop.admin.clients.update({ id: 1, ...MARIA, accessGate: '#1', accessPets: 'A cat', isActive: true });
    await shop.admin.clients.update({
      id: 2,
      ...TWIN,
      address: '12 SEYMOUR ST. Kamloops',
      longitude: -120.3,
      accessGate: '#2',
      accessPets: 'A cat',
      accessKey: 'Lock box',
      isActive: true,
    });
    expect(await merge()).toMatchObject({
      address: MARIA.address,
      longitude: '-120.30000000',
      addresses: [],
      accessGate: '#1\n#2',
      accessPets: 'A cat',
      accessKey: 'Lock box',
      accessAlarm: null,
    });
  });

  test('reuses the address when the surviving client already has it', async () => {
    await addBoth();
    await shop.admin.clients.addAddress({ clientId: 1, label: 'Lake', address: '2 lake rd vernon' });
    await shop.admin.clients.update({ id: 2, ...TWIN, accessKey: 'Lock box', isActive: true });
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 2 });
    expect((await merge()).addresses).toMatchObject([{ id: 1, label: 'Lake', accessKey: 'Lock box' }]);
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).client.address).toBe('2 lake rd vernon');
  });

  test.each([
    ['Two cats', 'Key by post', 'Two cats\nKey by post'],
    ['Two cats', 'Two cats', 'Two cats'],
    [null, 'Key by post', 'Key by post'],
    ['Two cats', null, 'Two cats'],
    [null, null, null],
  ])('joins the notes %j and %j to %j', async (mine, other, both) => {
    await addBoth({ notes: mine }, { notes: other });
    expect((await merge()).notes).toBe(both);
  });

  test('fills in a missing phone and keeps an existing one', async () => {
    await addBoth();
    expect((await merge()).phone).toBe(MARIA.phone);
    shop.db.$client.exec("update clients set merged_into_id = null, phone = iif(id = 1, '', phone)");
    expect((await merge()).phone).toBe(TWIN.phone);
  });

  test('keeps a warning and the active flag of either client', async () => {
    await addBoth();
    await shop.admin.clients.update({ id: 1, ...MARIA, isActive: false });
    await shop.admin.clients.setDoNotService({ id: 2, doNotService: true, reason: 'Never pays' });
    expect(await merge()).toMatchObject({ doNotService: true, doNotServiceReason: 'Never pays', isActive: true });
  });

  test('returns the same result when repeated, and writes nothing', async () => {
    await addBoth();
    const first = await merge();
    const before = shop.db.$client.serialize();
    expect(await merge()).toEqual(first);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('leads through a chain of merges to the last client', async () => {
    await addBoth();
    await shop.admin.clients.create({ ...MARIA, name: 'Third', email: 'third@example.com', phone: '778 555 0111' });
    await merge(2, 1);
    expect((await merge(1, 3)).formerly.map(({ id }) => id)).toEqual([1, 2]);
    const { inquiry } = await shop.visitor.quotes.submit({ ...QUOTE, email: TWIN.email });
    expect(await shop.admin.quotes.setStatus({ id: inquiry.id, status: 'confirmed' })).toMatchObject({ clientId: 3 });
  });

  test.each([
    ['into itself', 1, 1, 'CONFLICT', 'A client cannot be merged into itself.'],
    ['a second time, into another', 2, 3, 'CONFLICT', 'This client was merged into another one already.'],
    ['into one that went itself', 3, 2, 'CONFLICT', 'The client to keep was itself merged into another one.'],
    ['into the one that went into it', 1, 2, 'CONFLICT', 'The client to keep was itself merged into another one.'],
    ['that does not exist', 9, 1, 'NOT_FOUND', 'This client does not exist.'],
    ['into nobody', 3, 9, 'NOT_FOUND', 'This client does not exist.'],
  ])('rejects merging a client %s', async (_what, id, intoId, code, message) => {
    await addBoth();
    await shop.admin.clients.create({ ...MARIA, name: 'Third' });
    await merge(2, 1);
    const before = shop.db.$client.serialize();
    await expect(merge(id, intoId)).rejects.toMatchObject({ code, message });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('rejects changes to the merged client', async () => {
    await addBoth();
    await merge();
    const refused = { code: 'CONFLICT', message: 'This client was merged into another one.' };
    await expect(shop.admin.clients.update({ id: 2, ...TWIN, isActive: true })).rejects.toMatchObject(refused);
    await expect(shop.admin.clients.setDoNotService({ id: 2, doNotService: true, reason: 'x' })).rejects.toMatchObject(refused);
    await expect(shop.admin.clients.addAddress({ clientId: 2, label: 'A', address: 'B' })).rejects.toMatchObject(refused);
  });
});

describe('possible duplicates', () => {
  test.each([
    ['the same e-mail in other letters', { email: 'MARIA@example.com' }, ['same e-mail']],
    ['the same phone, written otherwise', { phone: '+1 250-555-0133' }, ['same phone']],
    ['the same name and address', { name: 'MARIA SANTOS', address: '12 seymour st. Kamloops' }, ['same name and address']],
    ['all the same', MARIA, ['same e-mail', 'same phone', 'same name and address']],
    ['the same name elsewhere', { name: MARIA.name }, null],
    ['the same address', { address: MARIA.address }, null],
  ])('%s', async (_what, more, reasons) => {
    await addBoth({}, more);
    const { rows } = await shop.admin.clients.findDuplicates({ id: 1 });
    expect(rows.map((row) => [row.id, row.reasons])).toEqual(reasons ? [[2, reasons]] : []);
    expect((await shop.admin.clients.findDuplicates({ id: 2 })).rows.map(({ id }) => id)).toEqual(reasons ? [1] : []);
  });
  test('exclude short phone numbers and merged clients', async () => {
    await addBoth({ phone: '12-34' }, { phone: '1234' });
    expect((await shop.admin.clients.findDuplicates({ id: 1 })).rows).toEqual([]);
    await shop.admin.clients.create({ ...TWIN, email: MARIA.email });
    await merge(3, 1);
    expect((await shop.admin.clients.findDuplicates({ id: 1 })).rows).toEqual([]);
  });
  test('reject an unknown client', async () => {
    await expect(shop.admin.clients.findDuplicates({ id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
