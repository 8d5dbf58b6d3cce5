import { describe, expect } from 'vitest';
import { inTransaction } from '../../db/client';
import { todos } from '../../db/schema';
import { finishRefundTodos } from '../../src/server/invoices/payments/refund-todos';
import { addTodo, finishTodoByKey } from '../../src/server/todos/service';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

const REFUND = { kind: 'refund', text: 'Refund $100.00 to Ann Lee', path: '/receipts?receipt=7', dedupeKey: 'refund:7' } as const;
const add = ({ db, ctx }: Shop, more: Partial<{ text: string; path: string; dedupeKey: string }> = {}) =>
  inTransaction(db, () => addTodo(ctx, { ...REFUND, ...more }));
const open = async ({ admin }: Shop) => (await admin.overview.today()).todos;
const verbsOf = ({ db }: Shop) => db.$client.prepare("select verb from activity where entity_type = 'todo' order by id").pluck().all();

describe('to-dos', () => {
  test('are listed on the start page, the oldest first, until they are done', async ({ shop }) => {
    add(shop);
    add(shop, { text: 'Refund $5.00 to Ben', dedupeKey: 'refund:8' });
    expect(await open(shop)).toEqual([
      { id: 1, kind: 'refund', text: 'Refund $100.00 to Ann Lee', path: '/receipts?receipt=7' },
      { id: 2, kind: 'refund', text: 'Refund $5.00 to Ben', path: '/receipts?receipt=7' },
    ]);
    expect(await shop.admin.overview.finishTodo({ id: 1 })).toEqual({ id: 1 });
    expect(await shop.admin.overview.finishTodo({ id: 1 })).toEqual({ id: 1 });
    expect((await open(shop)).map(({ id }) => id)).toEqual([2]);
    await shop.admin.overview.reopenTodo({ id: 1 });
    await shop.admin.overview.reopenTodo({ id: 1 });
    expect((await open(shop)).map(({ id }) => id)).toEqual([1, 2]);
    expect(verbsOf(shop)).toEqual(['todo.added', 'todo.added', 'todo.finished', 'todo.reopened']);
  });

  test('come once for each cause, even after they are done', async ({ shop }) => {
    add(shop);
    add(shop);
    await shop.admin.overview.finishTodo({ id: 1 });
    add(shop);
    expect(await open(shop)).toEqual([]);
    expect(verbsOf(shop)).toEqual(['todo.added', 'todo.finished']);
  });

  test('are done with the work that caused them', async ({ shop }) => {
    add(shop);
    inTransaction(shop.db, () => finishTodoByKey(shop.ctx, 'refund:8'));
    expect(await open(shop)).toHaveLength(1);
    inTransaction(shop.db, () => finishTodoByKey(shop.ctx, 'refund:7'));
    expect(await open(shop)).toEqual([]);
  });

  test('to refund a person are not done by the refund of someone whose name begins the same', async ({ shop }) => {
    for (const name of ['Anna Berg', 'Ann', 'Ann'])
      add(shop, { text: `Refund $10.00 to ${name}`, path: '/receipts', dedupeKey: `refund:${shop.rows(todos).length}` });
    const refund = { invoiceId: null, cents: 1000, customerName: 'Ann' };
    inTransaction(shop.db, () => finishRefundTodos(shop.ctx, refund));
    expect((await open(shop)).map(({ id }) => id)).toEqual([1, 3]);
    for (let times = 0; times < 2; times++) inTransaction(shop.db, () => finishRefundTodos(shop.ctx, refund));
    expect((await open(shop)).map(({ id }) => id)).toEqual([1]);
  });

  test('that do not exist are not found', async ({ shop }) => {
    await expect(shop.admin.overview.finishTodo({ id: 9 })).rejects.toThrow('This to-do does not exist.');
    await expect(shop.admin.overview.reopenTodo({ id: 9 })).rejects.toThrow('This to-do does not exist.');
  });

  test('show the oldest twenty at a time', async ({ shop }) => {
    for (let count = 1; count <= 22; count++) add(shop, { dedupeKey: `refund:${count}` });
    expect((await open(shop)).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, place) => place + 1));
  });
});
