import { and, desc, eq } from 'drizzle-orm';
import { placeholders, prepared, preparedRows } from '../../db/prepared';
import { activity } from '../../db/schema';
import { UNDO_SECONDS } from '../shared/dispatch';
import type { Actor, Ctx } from './context';

/** One event of the activity log, such as `quote.confirmed` of `quote` 12. `data` holds no personal data. */
type Entry = { verb: string; entityType: string; entityId: number | string; data?: Record<string, unknown> };

const insertEntry = prepared((db) =>
  db.insert(activity).values(placeholders('at', 'actorKind', 'actorId', 'verb', 'entityType', 'entityId', 'data')),
);

type StoredActor = { actorKind: Exclude<Actor['kind'], 'client'>; actorId: number | null };
/** Returns the columns that name whoever made a change. A client is stored as a visitor with the client's id. */
export const toStoredActor = (actor: Actor): StoredActor => ({
  actorKind: actor.kind === 'client' ? 'visitor' : actor.kind,
  actorId: 'id' in actor ? actor.id : null,
});

/** Appends to the activity log, which is never changed. Call it inside the transaction of the logged change. */
export function recordActivity(ctx: Ctx, { verb, entityType, entityId, data }: Entry): void {
  insertEntry(ctx.db).run({
    at: ctx.now().toISOString(),
    ...toStoredActor(ctx.actor),
    verb,
    entityType,
    entityId: String(entityId),
    data: JSON.stringify(data ?? {}),
  });
}

const insertEntries = preparedRows('activity', ['at', 'actor_kind', 'actor_id', 'verb', 'entity_type', 'entity_id', 'data']);
/** Appends entries that share one actor and moment to the activity log in one statement. Call it inside the transaction of the changes. */
export function recordActivities(ctx: Ctx, entries: readonly Entry[]): void {
  const { actorKind, actorId } = toStoredActor(ctx.actor);
  const shared = { at: ctx.now().toISOString(), actor_kind: actorKind, actor_id: actorId };
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
