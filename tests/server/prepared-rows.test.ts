import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { preparedFor } from '../../db/prepared';
import { orderItems, products } from '../../db/schema';
import { openStore } from '../support/storefront';

const { db } = openStore();
const FIELDS = {
  id: products.id,
  name: products.name,
  isActive: products.isActive,
  description: products.description,
  doubled: sql<number>`${products.id} * 2`,
  text: sql<string>`${products.id}`.mapWith(String),
  missing: sql<string | null>`null`.mapWith(String),
  named: sql<number>`${products.id} + 1`.as('named'),
};
const FLAT = db.select(FIELDS).from(products).orderBy(desc(products.id));
const JOINED = db.select().from(products).leftJoin(orderItems, eq(orderItems.productId, products.id)).orderBy(desc(products.id));

type Reader = { all: () => unknown[]; get: () => unknown };
/** Prepares a query and expects the rows that the query itself returns. */
function expectSameRows(query: Reader & { prepare: () => Reader }) {
  const statement = preparedFor(() => query)(db, {});
  expect(statement.all()).toEqual(query.all());
  expect(query.all().length).toBeGreaterThan(1);
  expect(statement.get()).toEqual(query.get());
}

test('a prepared statement returns columns, booleans and expressions as its query does', () => {
  expectSameRows(FLAT);
});

test('a prepared statement returns the parts of joined tables as its query does', () => {
  expectSameRows(JOINED);
});

test('a prepared statement returns undefined when no row matches', () => {
  const statement = preparedFor(() =>
    db
      .select(FIELDS)
      .from(products)
      .where(eq(products.id, sql.placeholder('id'))),
  )(db, {});
  expect(statement.get({ id: 0 })).toBeUndefined();
  expect(statement.all({ id: 0 })).toEqual([]);
  expect(statement.get({ id: 1 })).toMatchObject({ id: 1, isActive: true, doubled: 2, text: '1', missing: null, named: 2 });
});
