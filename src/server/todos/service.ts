import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { placeholders, prepared, rowGetter } from '../../../db/prepared';
import { todos } from '../../../db/schema';
import type { Overview } from '../../shared/overview';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';

type Todo = Overview['todos'][number];
type NewTodo = Pick<typeof todos.$inferInsert, 'kind' | 'text' | 'path' | 'dedupeKey'>;

/** To-dos that the start page shows; finishing one makes room for the next. */
const SHOWN = 20;

const insertTodo = prepared((db) =>
  db
    .insert(todos)
    .values(placeholders('kind', 'text', 'path', 'dedupeKey', 'createdAt'))
    .onConflictDoNothing({ target: todos.dedupeKey })
    .returning({ id: todos.id }),
);
const openTodos = prepared((db) =>
  db
    .select({ id: todos.id, kind: todos.kind, text: todos.text, path: todos.path })
    .from(todos)
    .where(isNull(todos.doneAt))
    .orderBy(asc(todos.id))
    .limit(SHOWN),
);
const todoOfKey = prepared((db) =>
  db
    .select({ id: todos.id })
    .from(todos)
    .where(eq(todos.dedupeKey, sql.placeholder('dedupeKey'))),
);
const getTodo = rowGetter(todos, 'This to-do does not exist.');

/** Adds a to-do for the office, once for each cause (`dedupeKey`), even after it is done. Call it inside a transaction. */
export function addTodo(ctx: Ctx, { kind, text, path, dedupeKey }: NewTodo): void {
  const added = insertTodo(ctx.db).get({ kind, text, path, dedupeKey, createdAt: ctx.now().toISOString() });
  if (!added) return;
  recordActivity(ctx, { verb: 'todo.added', entityType: 'todo', entityId: added.id, data: { kind } });
  publishAfterCommit(ctx, 'todos');
}

/** Lists the oldest open to-dos. */
export const listTodos = (ctx: Ctx): Todo[] => openTodos(ctx.db).all();

function setDone(ctx: Ctx, id: number, isDone: boolean): { id: number } {
  return inTransaction(ctx.db, () => {
    const { doneAt } = getTodo(ctx, id);
    if ((doneAt !== null) === isDone) return { id };
    ctx.db
      .update(todos)
      .set({ doneAt: isDone ? ctx.now().toISOString() : null })
      .where(eq(todos.id, id))
      .run();
    recordActivity(ctx, { verb: isDone ? 'todo.finished' : 'todo.reopened', entityType: 'todo', entityId: id });
    publishAfterCommit(ctx, 'todos');
    return { id };
  });
}

/** Marks a to-do as done; a repeat changes nothing. Throws NOT_FOUND. */
export const finishTodo = (ctx: Ctx, { id }: { id: number }): { id: number } => setDone(ctx, id, true);

/** Puts a to-do back on the list. Throws NOT_FOUND. */
export const reopenTodo = (ctx: Ctx, { id }: { id: number }): { id: number } => setDone(ctx, id, false);

/** Marks the to-do of a cause as done when the work itself is done; without such a to-do it changes nothing. */
export function finishTodoByKey(ctx: Ctx, dedupeKey: string): void {
  const found = todoOfKey(ctx.db).get({ dedupeKey });
  if (found) finishTodo(ctx, found);
}

type Like = Pick<NewTodo, 'kind' | 'path' | 'text'> & {
  /** Also matches longer texts that begin with this one. */
  isStart?: boolean;
};
/** Marks the oldest open to-do of a kind and a screen with this text as done; without one it changes nothing. */
export function finishTodoLike(ctx: Ctx, { kind, path, text, isStart = false }: Like): void {
  const hasText = isStart ? sql`substr(${todos.text}, 1, ${text.length}) = ${text}` : eq(todos.text, text);
  const isMeant = and(isNull(todos.doneAt), eq(todos.kind, kind), eq(todos.path, path), hasText);
  const found = ctx.db.select({ id: todos.id }).from(todos).where(isMeant).orderBy(asc(todos.id)).limit(1).get();
  if (found) finishTodo(ctx, found);
}

/** Adds a to-do, or puts the one of the same cause back on the list with another text. Call it inside a transaction. */
export function renewTodo(ctx: Ctx, todo: NewTodo): void {
  const found = todoOfKey(ctx.db).get({ dedupeKey: todo.dedupeKey });
  if (!found) {
    addTodo(ctx, todo);
    return;
  }
  ctx.db.update(todos).set({ text: todo.text }).where(eq(todos.id, found.id)).run();
  reopenTodo(ctx, found);
  publishAfterCommit(ctx, 'todos');
}

/** Returns whether the office was asked to do this before, even if it is done by now. */
export const wasAdded = (ctx: Ctx, dedupeKey: string): boolean => todoOfKey(ctx.db).get({ dedupeKey }) !== undefined;
