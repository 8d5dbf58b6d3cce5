import { expect, test } from 'vitest';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

/** Opens a shop with the ratings 5, 4 and 2: of two visits that Dee led for Maria, and of a visit without a member for Jon. */
function openRated() {
  const shop = openShop();
  insertRow(shop.db, 'team_members');
  insertRow(shop.db, 'clients');
  insertRow(shop.db, 'clients', { name: 'Jon Toews', email: 'jon@example.com' });
  insertRow(shop.db, 'contact_inquiries');
  for (const [place, client] of [1, 1, 2].entries())
    insertRow(shop.db, 'work_orders', { work_order_id: `WO-${place + 1}`, client_id: client, inquiry_id: null, status: 'completed' });
  insertRow(shop.db, 'ratings');
  insertRow(shop.db, 'ratings', { work_order_id: 2, stars: 4, text: null });
  insertRow(shop.db, 'ratings', { work_order_id: 3, client_id: 2, team_member_id: null, stars: 2, text: 'Late' });
  return shop;
}

test('averages all ratings and those of one member', async () => {
  const { admin } = openRated();
  expect(await admin.ratings.figures({})).toEqual({ count: 3, average: '3.7', low: 1 });
  expect(await admin.ratings.figures({ teamMemberId: 1 })).toEqual({ count: 2, average: '4.5', low: 0 });
  expect(await admin.ratings.figures({ teamMemberId: 2 })).toEqual({ count: 0, average: null, low: 0 });
});

test('follows a rating that is changed or removed', async () => {
  const { admin, db } = openRated();
  db.$client.exec('update ratings set stars = 3 where id = 1; delete from ratings where id = 3');
  expect(await admin.ratings.figures({})).toEqual({ count: 2, average: '3.5', low: 1 });
});

test('lists the ratings of a client and of a member, the newest first', async () => {
  const { admin } = openRated();
  const all = await admin.ratings.list({});
  expect(all.rows.map(({ clientName, memberName, stars, text }) => [clientName, memberName, stars, text])).toEqual([
    ['Jon Toews', null, 2, 'Late'],
    ['Maria Santos', 'Dee Marsh', 4, null],
    ['Maria Santos', 'Dee Marsh', 5, 'Spotless'],
  ]);
  expect((await admin.ratings.list({ clientId: 2 })).rows.map(({ id }) => id)).toEqual([3]);
  const first = await admin.ratings.list({ teamMemberId: 1, limit: 1 });
  expect([first.rows.map(({ id }) => id), first.nextCursor]).toEqual([[2], 2]);
  expect((await admin.ratings.list({ teamMemberId: 1, limit: 1, cursor: 2 })).rows.map(({ id }) => id)).toEqual([1]);
});
