import { describe, expect } from 'vitest';
import { activity, clients, consents } from '../../db/schema';
import { bringIn, CLIENTS, exportOf, told } from '../support/imports';
import { dump, insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

const PAID = { status: 'paid', paid_date: '2026-11-19' };

describe('clients from a file', () => {
  test('are created or matched by e-mail in any case and changed, and unknown columns are reported', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    const report = await bringIn(shop, 'clients', CLIENTS);
    expect(report).toMatchObject({
      isDryRun: false,
      isWritten: true,
      columns: ['name', 'email', 'phone', 'address', 'isActive'],
      ignored: ['Colour'],
      counts: { create: 1, update: 1, unchanged: 0, error: 0 },
    });
    expect(told(report)).toEqual([
      [2, 'update', 'MARIA@example.com', 'email'],
      [3, 'create', 'ann@example.com'],
    ]);
    expect(shop.rows(clients)).toMatchObject([
      { id: 1, email: 'MARIA@example.com', name: 'Maria Santos', latitude: 50.67, isActive: true },
      { id: 2, email: 'ann@example.com', address: '1 Oak Rd, Kamloops', isActive: false, latitude: null, notes: null },
    ]);
    expect(shop.rows(activity).map(({ verb }) => verb)).toEqual(['client.updated', 'client.created', 'client.updated', 'data.imported']);
    expect((await bringIn(shop, 'clients', CLIENTS)).counts).toEqual({ create: 0, update: 0, unchanged: 2, error: 0 });
  });

  test('are written without the wrong rows on request, also a person whose first row is wrong', async ({ shop }) => {
    const file = [
      'email,name,phone,address',
      'ann@example.com,Ann,1,',
      'bo@example.com,Bo,2,2 Oak Rd',
      'ann@example.com,Ann,1,1 Oak Rd',
    ].join('\n');
    expect(await bringIn(shop, 'clients', file)).toMatchObject({ isWritten: false, counts: { create: 2, error: 1 } });
    expect(shop.rows(clients)).toEqual([]);
    const report = await bringIn(shop, 'clients', file, false, true);
    expect(report).toMatchObject({ isWritten: true, counts: { create: 2, error: 1 } });
    expect(told(report)[0]).toEqual([2, 'error', 'ann@example.com', expect.stringMatching(/^address: /)]);
    expect(shop.rows(clients).map(({ name, address }) => [name, address])).toEqual([
      ['Bo', '2 Oak Rd'],
      ['Ann', '1 Oak Rd'],
    ]);
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'data.imported' });
    expect(await bringIn(shop, 'clients', 'email,name\nx,X', false, true)).toMatchObject({ isWritten: false, counts: { error: 1 } });
  });

  test('are never changed by a wrong row that is left out, however far it is from the right one', async ({ shop }) => {
    const others = Array.from({ length: 15 }, (_, place) => `c${place}@example.com,C ${place},9${place},3 Oak Rd`);
    const file = ['email,name,phone,address', 'ann@example.com,Ann,1,1 Oak Rd', ...others, 'ann@example.com,Bob,2,2 Oak Rd'].join('\n');
    const report = await bringIn(shop, 'clients', file, false, true);
    expect(report).toMatchObject({ isWritten: true, counts: { create: 16, update: 0, error: 1 } });
    expect(told(report).at(-1)).toEqual([18, 'error', 'ann@example.com', 'Row 2 is about the same.']);
    expect(shop.rows(clients)[0]).toMatchObject({ email: 'ann@example.com', name: 'Ann', address: '1 Oak Rd' });
  });

  test('set the company and the photo consent, and keep the consent if the file has no such column', async ({ shop }) => {
    const told = () => shop.rows(clients).map(({ company, photoConsent }) => [company, photoConsent]);
    const file = (rows: string) => `email,name,phone,address,Company,Photo consent\r\n${rows}`;
    const rest = 'Ann,1,1 Oak Rd';
    await bringIn(shop, 'clients', file(`a@acme.ca,${rest},Oak Realty,yes\r\nb@acme.ca,${rest},,\r\n`));
    expect(told()).toEqual([
      ['Oak Realty', true],
      [null, false],
    ]);
    await bringIn(shop, 'clients', file(`a@acme.ca,${rest},,\r\nb@acme.ca,${rest},Elm Hosts,true\r\n`));
    expect(told()).toEqual([
      [null, true],
      ['Elm Hosts', true],
    ]);
    expect((await bringIn(shop, 'clients', exportOf(shop, 'clients'))).counts).toMatchObject({ unchanged: 2, update: 0 });
    expect((await bringIn(shop, 'clients', file(`a@acme.ca,${rest},,perhaps\r\n`))).counts).toMatchObject({ error: 1 });
  });

  test('keep do-not-service marks and unsubscriptions through export and import', async () => {
    const from = openShop();
    for (const [id, name] of ['Shut', 'Left', 'Withdrawn', 'Back', 'Happy'].entries())
      insertRow(from.db, 'clients', { name, email: `${name}@example.com`, phone: `250555010${id}` });
    await from.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Threatened our crew' });
    await from.admin.subscriptions.withdraw({ email: 'left@example.com' });
    const express = { basis: 'express', source: 'fair', obtainedAt: '2026-01-01T20:00:00.000Z' } as const;
    from.db
      .insert(consents)
      .values({ ...express, email: 'withdrawn@example.com', withdrawnAt: '2026-05-01T20:00:00.000Z' })
      .run();
    await from.admin.subscriptions.withdraw({ email: 'back@example.com' });
    await from.admin.consents.record({ email: 'back@example.com', source: 'said on the phone' });
    const file = exportOf(from, 'clients');
    expect((await bringIn(from, 'clients', file)).counts).toMatchObject({ unchanged: 5 });

    const into = openShop();
    expect((await bringIn(into, 'clients', file)).counts).toMatchObject({ create: 5, error: 0 });
    const served = into.rows(clients);
    expect(served.map(({ name, doNotService, doNotServiceReason }) => [name, doNotService, doNotServiceReason])).toEqual([
      ['Shut', true, 'Threatened our crew'],
      ...['Left', 'Withdrawn', 'Back', 'Happy'].map((name) => [name, false, null]),
    ]);
    for (const { email } of served) insertRow(into.db, 'invoices', { ...PAID, invoice_number: email, customer_email: email });
    const reasons = await Promise.all(served.map(({ email }) => into.admin.consents.find({ email: email ?? '' })));
    expect(reasons.map(({ reason, unsubscribedAt }) => [reason, unsubscribedAt])).toEqual([
      [null, null],
      ['They unsubscribed on Nov 20.', '2026-11-20T20:00:00.000Z'],
      ['They unsubscribed on May 1.', '2026-05-01T20:00:00.000Z'],
      [null, null],
      [null, null],
    ]);
    expect((await bringIn(into, 'clients', file)).counts).toMatchObject({ unchanged: 5 });
    expect(exportOf(into, 'clients')).toContain('2026-05-01T20:00:00.000Z');
  });

  test('can unsubscribe a person, but never subscribe one again', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    const file = (email: string, unsubscribedAt: string) =>
      `email,name,phone,address,Do not service,Unsubscribed at\r\n${email},Ann,250 555 0100,1 Oak Rd,,${unsubscribedAt}\r\n`;
    const find = (email: string) => shop.admin.consents.find({ email });
    await bringIn(shop, 'clients', file('maria@example.com', '2026-10-01'));
    expect(await find('maria@example.com')).toMatchObject({ unsubscribedAt: '2026-10-01T07:00:00.000Z' });
    expect(told(await bringIn(shop, 'clients', file('maria@example.com', '')))).toEqual([[2, 'unchanged', 'maria@example.com']]);
    expect(told(await bringIn(shop, 'clients', file('maria@example.com', '2026-09-01')))).toEqual([[2, 'unchanged', 'maria@example.com']]);
    expect(await find('maria@example.com')).toMatchObject({ unsubscribedAt: '2026-10-01T07:00:00.000Z' });
    await shop.admin.consents.record({ email: 'maria@example.com', source: 'said on the phone' });
    expect(told(await bringIn(shop, 'clients', file('maria@example.com', '2026-10-01')))).toEqual([
      [2, 'unchanged', 'maria@example.com', 'unsubscribedAt: ignored, since they agreed again on November 20, 2026.'],
    ]);
    expect(told(await bringIn(shop, 'clients', file('maria@example.com', 'soon')))).toEqual([
      [2, 'error', 'maria@example.com', 'unsubscribedAt: Please enter a day such as 2026-11-20.'],
    ]);
  });

  test('change the do-not-service mark only if the file has the column, and keep the reason or add a default one', async ({ shop }) => {
    insertRow(shop.db, 'clients', { do_not_service: 1, do_not_service_reason: 'Dog bites' });
    const client = () => shop.rows(clients).at(-1);
    await bringIn(shop, 'clients', 'email,name,doNotService\nmaria@example.com,Maria S,');
    expect(client()).toMatchObject({ name: 'Maria S', doNotService: true, doNotServiceReason: 'Dog bites' });
    await bringIn(shop, 'clients', 'email,doNotService,doNotServiceReason\nmaria@example.com,yes,Does not pay');
    expect(client()).toMatchObject({ doNotService: true, doNotServiceReason: 'Does not pay' });
    await bringIn(shop, 'clients', 'email,doNotService,doNotServiceReason\nmaria@example.com,no,');
    expect(client()).toMatchObject({ doNotService: false, doNotServiceReason: null });
    expect((await bringIn(shop, 'clients', 'email,doNotServiceReason\nmaria@example.com,Old story')).counts).toMatchObject({
      unchanged: 1,
    });
    await bringIn(shop, 'clients', 'email,name,phone,address,doNotService\nnew@example.com,New,250 555 0100,1 Oak Rd,true');
    expect(client()).toMatchObject({ doNotService: true, doNotServiceReason: 'Imported without a reason' });
  });

  test('leave the database unchanged byte for byte in a dry run', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    const before = shop.db.$client.serialize();
    const dry = await bringIn(shop, 'clients', CLIENTS, true);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    const wet = await bringIn(shop, 'clients', CLIENTS);
    expect({ ...dry, isDryRun: false, isWritten: true }).toEqual(wet);
  });

  test('are not written if one row is wrong, and each wrong row has its reason', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    const before = dump(shop.db);
    const file = [
      'email,name,phone,address,latitude',
      'new@example.com,New,1,Here,',
      'not an address,Bob,1,Here,',
      'bob@example.com,,1,Here,91',
      'NEW@example.com,Twice,1,Here,',
      'short@example.com,Short',
      'maria@example.com,,,,',
    ].join('\n');
    const report = await bringIn(shop, 'clients', file);
    expect([report.isWritten, report.counts]).toEqual([false, { create: 1, update: 0, unchanged: 0, error: 5 }]);
    expect(told(report).slice(1)).toEqual([
      [3, 'error', 'not an address', 'email: Please enter a valid email address, such as name@example.com.'],
      [4, 'error', 'bob@example.com', 'name: Please fill this in.', 'latitude: Please enter a coordinate in degrees.'],
      [5, 'error', 'NEW@example.com', 'Row 2 is about the same.'],
      [6, 'error', 'short@example.com', 'This row has 2 cells and the first line 5.'],
      [7, 'error', 'maria@example.com', ...Array(2).fill(expect.stringMatching(/^(name|address): Please fill this in/))],
    ]);
    expect(dump(shop.db)).toEqual(before);
  });

  test('are distinguished by id if they share an e-mail address, and merged clients stay unchanged', async ({ shop }) => {
    for (const name of ['One', 'Two']) insertRow(shop.db, 'clients', { name });
    insertRow(shop.db, 'clients', { name: 'Gone', email: 'gone@example.com', merged_into_id: 1 });
    const again = await bringIn(shop, 'clients', 'email,name\nmaria@example.com,Three\ngone@example.com,Back');
    expect(told(again)).toEqual([
      [2, 'error', 'maria@example.com', 'email: 2 clients have this address.'],
      [3, 'unchanged', 'gone@example.com', 'Was merged into another client, and stays as it is.'],
    ]);
    expect(told(await bringIn(shop, 'clients', 'id,email,name\n2,maria@example.com,Three'))).toEqual([
      [2, 'update', 'maria@example.com', 'name'],
    ]);
    expect(shop.rows(clients).map(({ name }) => name)).toEqual(['One', 'Three', 'Gone']);
  });

  test('keep values whose columns are missing, and lose values whose cells are empty', async ({ shop }) => {
    insertRow(shop.db, 'clients', { notes: 'Two dogs', access_gate: '1234' });
    await bringIn(shop, 'clients', 'email,notes,accessGate\nmaria@example.com,,4321');
    expect(shop.db.select().from(clients).get()).toMatchObject({ name: 'Maria Santos', phone: '2', notes: null, accessGate: '4321' });
  });
});
