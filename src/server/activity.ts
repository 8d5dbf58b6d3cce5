import { placeholders, prepared } from '../../db/prepared';
import { activity } from '../../db/schema';
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
