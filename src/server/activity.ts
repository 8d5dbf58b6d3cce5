import { and, desc, eq } from 'drizzle-orm';
import { placeholders, prepared, preparedRows } from '../../db/prepared';
import { activity } from '../../db/schema';
import { UNDO_SECONDS } from '../shared/dispatch';
import type { Ctx } from './context';

/** One event of the activity log, such as `quote.confirmed` of `quote` 12. `data` holds no personal data. */
type Entry = { verb: string; entityType: string; entityId: number | string; data?: Record<string, unknown> };

const insertEntry = prepared((db) =>
  db.insert(activity).values(placeholders('at', 'actorKind', 'actorId', 'verb', 'entityType', 'entityId', 'data')),
);

/** Appends to the activity log, which is never changed. Call it inside the transaction of the logged change. */
export function recordActivity(ctx: Ctx, { verb, entityType, entityId, data }: Entry): void {
  insertEntry(ctx.db).run({
    at: ctx.now().toISOString(),
    actorKind: ctx.actor.kind,
    actorId: 'id' in ctx.actor ? ctx.actor.id : null,
    verb,
    entityType,
    entityId: String(entityId),
    data: JSON.stringify(data ?? {}),
  });
}

const insertEntries = preparedRows('activity', ['at', 'actor_kind', 'actor_id', 'verb', 'entity_type', 'entity_id', 'data']);
/** Appends entries that share one actor and moment to the activity log in one statement. Call it inside the transaction of the changes. */
export function recordActivities(ctx: Ctx, entries: readonly Entry[]): void {
  const shared = { at: ctx.now().toISOString(), actor_kind: ctx.actor.kind, actor_id: 'id' in ctx.actor ? ctx.actor.id : null };
  const rows = entries.map(({ verb, entityType, entityId, data }) => ({
    ...shared,
    ...{ verb, entity_type: entityType, entity_id: String(entityId), data: JSON.stringify(data ?? {}) },
  }));
  insertEntries(ctx.db, rows);
}

/** Returns the last entry about a record if it has this verb and is recent enough to undo, otherwise undefined. */
export function findUndoable({ db, now }: Ctx, { verb, entityType, entityId }: Entry): typeof activity.$inferSelect | undefined {
  const last = db
    .select()
    .from(activity)
    .where(and(eq(activity.entityType, entityType), eq(activity.entityId, String(entityId))))
    .orderBy(desc(activity.id))
    .limit(1)
    .get();
  // Allows twice the time, for a click just before the button disappears.
  const isRecent = last !== undefined && now().getTime() - Date.parse(last.at) <= 2 * UNDO_SECONDS * 1000;
  return isRecent && last.verb === verb ? last : undefined;
}
