import { desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { expect, test } from 'vitest';
import type { Db } from '../../db/client';
import { orderItems, products, workOrderAssignments, workOrders } from '../../db/schema';
import { insertRow } from '../support/rows';
import { openStore } from '../support/storefront';

const { db } = openStore();
for (const table of ['team_members', 'clients', 'contact_inquiries', 'work_orders'] as const) insertRow(db, table);
insertRow(db, 'work_orders', { work_order_id: 'WO-2' });
insertRow(db, 'work_order_assignments');
const drizzleItself = drizzle(db.$client, { casing: 'snake_case' }) as Db;

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
const withLines = (from: Db) => from.select().from(products).leftJoin(orderItems, eq(orderItems.productId, products.id));

type Reader = { all: () => unknown[]; get: () => unknown };
const QUERIES: [name: string, query: (from: Db) => Reader & { prepare: () => Reader }][] = [
  ['columns, booleans and expressions', (from) => from.select(FIELDS).from(products).orderBy(desc(products.id))],
  ['the missing part of an optional join', (from) => withLines(from).orderBy(desc(products.id))],
  [
    'a part that begins with a null, from the table that is always there',
    (from) => from.select({ id: workOrders.id, times: { finalized: workOrders.finalizedDate, id: workOrders.id } }).from(workOrders),
  ],
  [
    'a part of one optional table, one of two tables, and one with an expression',
    (from) =>
      from
        .select({
          id: workOrders.id,
          own: { status: workOrderAssignments.status, isLead: workOrderAssignments.isLead },
          mixed: { status: workOrderAssignments.status, id: workOrders.id },
          computed: { one: sql<number>`1`, status: workOrderAssignments.status },
        })
        .from(workOrders)
        .leftJoin(workOrderAssignments, eq(workOrderAssignments.workOrderId, workOrders.id))
        .orderBy(desc(workOrders.id)),
  ],
];

test.each(QUERIES)('rows are mapped as Drizzle maps them: %s', (_name, query) => {
  const expected = query(drizzleItself);
  const rows = expected.all();
  expect(rows.length).toBeGreaterThan(1);
  for (const reader of [query(db), query(db).prepare()]) {
    // As JSON, since the order of the fields counts too.
    expect(JSON.stringify(reader.all())).toBe(JSON.stringify(rows));
    expect(JSON.stringify(reader.get())).toBe(JSON.stringify(rows[0]));
  }
});

test('returns undefined when no row matches', () => {
  const statement = db
    .select(FIELDS)
    .from(products)
    .where(eq(products.id, sql.placeholder('id')))
    .prepare();
  expect(statement.get({ id: 0 })).toBeUndefined();
  expect(statement.all({ id: 0 })).toEqual([]);
  expect(statement.get({ id: 1 })).toMatchObject({ id: 1, isActive: true, doubled: 2, text: '1', missing: null, named: 2 });
});

test('maps the rows that an update returns', () => {
  const rows = db
    .update(products)
    .set({ name: 'Soap' })
    .where(eq(products.id, 1))
    .returning({ id: products.id, isOn: products.isActive })
    .all();
  expect(rows).toEqual([{ id: 1, isOn: true }]);
});
