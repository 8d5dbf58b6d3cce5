import { expect } from 'vitest';
import { clients, marketingRecipients, outbox } from '../../db/schema';
import { bringIn, exportOf, told } from '../support/imports';
import { dump, insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

const AT = '2026-11-20T20:00:00.000Z';
const file = (...lines: string[]) => ['email,unsubscribedAt', ...lines].join('\n');

test('keeps unsubscriptions of people who were never clients through export and import', async () => {
  const from = openShop();
  for (const email of ['left@example.com', 'shopper@example.com', 'back@example.com']) await from.admin.subscriptions.withdraw({ email });
  await from.admin.consents.record({ email: 'back@example.com', source: 'said on the phone' });
  const exported = exportOf(from, 'marketing_recipients');

  const into = openShop();
  expect(await bringIn(into, 'unsubscribes', exported)).toMatchObject({
    isWritten: true,
    columns: ['email', 'unsubscribedAt'],
    ignored: ['createdAt'],
    counts: { create: 2, update: 0, unchanged: 1, error: 0 },
  });
  expect(into.rows(clients)).toEqual([]);
  expect(await into.admin.consents.counts()).toMatchObject({ unsubscribed: 2 });
  for (const email of ['left@example.com', 'shopper@example.com'])
    expect(await into.admin.consents.find({ email })).toMatchObject({ basis: null, unsubscribedAt: AT });
  expect(await into.admin.consents.find({ email: 'back@example.com' })).toMatchObject({ unsubscribedAt: null });
  expect((await bringIn(into, 'unsubscribes', exported)).counts).toEqual({ create: 0, update: 0, unchanged: 3, error: 0 });
});

test('unsubscribes an address that got a message before, and stops its waiting messages', async ({ shop }) => {
  shop.db.insert(marketingRecipients).values({ email: 'ann@example.com', token: 'token-of-ann', createdAt: AT }).run();
  insertRow(shop.db, 'outbox', { to: 'ann@example.com', status: 'queued', marketing: 1 });
  expect(told(await bringIn(shop, 'unsubscribes', file('Ann@Example.com,2026-10-01')))).toEqual([
    [2, 'update', 'Ann@Example.com', 'unsubscribedAt'],
  ]);
  expect(await shop.admin.consents.find({ email: 'ann@example.com' })).toMatchObject({ unsubscribedAt: '2026-10-01T07:00:00.000Z' });
  expect(shop.rows(outbox)).toMatchObject([{ status: 'suppressed', lastError: 'They unsubscribed.' }]);
});

test('never subscribes an address again, and never undoes a later consent', async ({ shop }) => {
  await shop.admin.subscriptions.withdraw({ email: 'left@example.com' });
  await shop.admin.consents.record({ email: 'back@example.com', source: 'said on the phone' });
  const report = await bringIn(shop, 'unsubscribes', file('left@example.com,', 'back@example.com,2026-10-01', 'new@example.com,'));
  expect(told(report)).toEqual([
    [2, 'unchanged', 'left@example.com'],
    [3, 'unchanged', 'back@example.com', 'unsubscribedAt: ignored, since they agreed again on November 20, 2026.'],
    [4, 'unchanged', 'new@example.com'],
  ]);
  expect(await shop.admin.consents.find({ email: 'left@example.com' })).toMatchObject({ unsubscribedAt: AT });
  expect(await shop.admin.consents.find({ email: 'back@example.com' })).toMatchObject({ basis: { basis: 'express' } });
});

test('unsubscribes an address from today if its date is in the future, in each kind of file', async ({ shop }) => {
  const note = 'unsubscribedAt: today, since the date is in the future.';
  expect(told(await bringIn(shop, 'unsubscribes', file('left@example.com,2026-12-11')))).toEqual([[2, 'create', 'left@example.com', note]]);
  const clients = ['email,name,phone,address,unsubscribedAt', 'ann@example.com,Ann,250 555 0100,1 Oak Rd,2026-12-11'].join('\n');
  expect(told(await bringIn(shop, 'clients', clients))[0]).toContain(note);
  for (const email of ['left@example.com', 'ann@example.com'])
    expect(await shop.admin.consents.find({ email })).toMatchObject({ unsubscribedAt: AT });
});

test('unsubscribes each address from now on if the file has no column of dates', async ({ shop }) => {
  await shop.admin.subscriptions.withdraw({ email: 'left@example.com' });
  const bare = ['Email', 'left@example.com', 'new@example.com'].join('\n');
  expect(told(await bringIn(shop, 'unsubscribes', bare))).toEqual([
    [2, 'unchanged', 'left@example.com'],
    [3, 'create', 'new@example.com'],
  ]);
  expect(await shop.admin.consents.find({ email: 'new@example.com' })).toMatchObject({ unsubscribedAt: AT });
});

test('unsubscribes only those people of our own export of consents who withdrew', async ({ shop }) => {
  const from = openShop();
  for (const email of ['agreed@example.com', 'left@example.com']) await from.admin.consents.record({ email, source: 'said on the phone' });
  await from.admin.consents.record({ email: 'left@example.com', source: 'said it again' });
  await from.admin.subscriptions.withdraw({ email: 'left@example.com' });
  const exported = exportOf(from, 'consents');
  const withdrawn =
    exported
      .trim()
      .split('\r\n')
      .findIndex((line) => line.includes('left@example.com')) + 1;
  const report = await bringIn(shop, 'unsubscribes', exported);
  expect(report).toMatchObject({ isWritten: true, columns: ['email', 'withdrawnAt'], counts: { create: 1, update: 0, error: 0 } });
  expect(told(report).slice(0, 2)).toEqual([
    [2, 'unchanged', 'agreed@example.com', 'Skipped: this consent was not withdrawn.'],
    [withdrawn, 'create', 'left@example.com'],
  ]);
  expect(await shop.admin.consents.find({ email: 'agreed@example.com' })).toMatchObject({ unsubscribedAt: null });
  expect(await shop.admin.consents.find({ email: 'left@example.com' })).toMatchObject({ unsubscribedAt: AT });
});

test('stores one of several withdrawals of a person, with the date format of our export', async ({ shop }) => {
  const consents = ['id,email,basis,source,obtainedAt,withdrawnAt', `1,ann@example.com,implied,order 1,${AT},2026-10-01T07:00:00.000Z`];
  const again = `2,ann@example.com,express,form,${AT},2026-11-01T07:00:00.000Z`;
  expect(told(await bringIn(shop, 'unsubscribes', [...consents, again].join('\n')))).toEqual([
    [2, 'create', 'ann@example.com'],
    [3, 'unchanged', 'ann@example.com', 'Row 2 is about the same.'],
  ]);
  expect(await shop.admin.consents.find({ email: 'ann@example.com' })).toMatchObject({ unsubscribedAt: '2026-10-01T07:00:00.000Z' });
});

test('writes nothing when a row is wrong or the file is only checked', async ({ shop }) => {
  const before = dump(shop.db);
  const wrong = await bringIn(shop, 'unsubscribes', file('ann@example.com,2026-10-01', 'not an address,soon'));
  expect([wrong.isWritten, wrong.counts]).toEqual([false, { create: 1, update: 0, unchanged: 0, error: 1 }]);
  expect(told(wrong)[1]).toEqual([
    3,
    'error',
    'not an address',
    'email: Please enter a valid email address, such as name@example.com.',
    'unsubscribedAt: Please enter a day such as 2026-11-20.',
  ]);
  expect((await bringIn(shop, 'unsubscribes', file('ann@example.com,2026-10-01'), true)).counts).toMatchObject({ create: 1 });
  expect(dump(shop.db)).toEqual(before);
});
