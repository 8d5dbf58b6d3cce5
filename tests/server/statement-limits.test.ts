import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '../../db/schema';
import { openStore } from '../support/storefront';

test('a limit is part of the statement, since SQLite plans one with a parameter as its limit anew each time', () => {
  const { db } = openStore();
  const query = db.select({ id: products.id }).from(products).orderBy(asc(products.id));
  expect(query.limit(2).toSQL()).toMatchObject({ sql: expect.stringMatching(/ limit 2$/), params: [] });
  expect(query.limit(2).all()).toEqual([{ id: 1 }, { id: 2 }]);
  expect(query.limit(0).all()).toEqual([]);
});
