import { eq } from 'drizzle-orm';
import { todos } from '../../../db/schema';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';

type NewTodo = Pick<typeof todos.$inferInsert, 'kind' | 'text' | 'path' | 'dedupeKey'>;

/** Asks the office to do something by hand, once for each `dedupeKey`. Call it inside a transaction. Returns whether it is new. */
export function addTodo(ctx: Ctx, todo: NewTodo): boolean {
  const { changes } = ctx.db
    .insert(todos)
    .values({ ...todo, createdAt: ctx.now().toISOString() })
    .onConflictDoNothing({ target: todos.dedupeKey })
    .run();
  if (changes > 0) publishAfterCommit(ctx, 'money');
  return changes > 0;
}

/** Returns whether the office was asked to do this before, even if it is done by now. */
export const hasTodo = ({ db }: Pick<Ctx, 'db'>, dedupeKey: string): boolean =>
  db.select({ id: todos.id }).from(todos).where(eq(todos.dedupeKey, dedupeKey)).get() !== undefined;
