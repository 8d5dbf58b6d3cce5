import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage, prepared } from '../../../db/prepared';
import { activity, users } from '../../../db/schema';
import { IS_NEWS } from '../../../db/schema/activity';
import { MOST_UNREAD, type NewsVerb } from '../../shared/news';
import type { notificationList, notificationsInput, seenInput, unreadCount } from '../../shared/notifications';
import type { RecordKey, RecordKind } from '../../shared/search';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { summarizeRecords } from '../search/records';

/** Entries that a page or a count looks through: an admin's own actions are left out, and they may be many. */
const SCANNED = 500;

const newsBetween = prepared((db) =>
  db
    .select({
      id: sql<number>`activity.id`,
      at: sql<string>`at`,
      verb: sql<NewsVerb>`verb`,
      actorKind: sql<(typeof activity.$inferSelect)['actorKind']>`actor_kind`,
      actorId: sql<number | null>`actor_id`,
      entityType: sql<string>`entity_type`,
      entityId: sql<string>`entity_id`,
      data: sql<string>`data`,
    })
    // Names the index, since the planner would read the newest activity of all verbs.
    .from(sql`activity indexed by activity_news`)
    .where(and(IS_NEWS, sql`${activity.id} > ${sql.placeholder('after')}`, sql`${activity.id} < ${sql.placeholder('before')}`))
    .orderBy(desc(activity.id))
    .limit(SCANNED),
);
type Entry = ReturnType<ReturnType<typeof newsBetween>['all']>[number];

const isByAnother =
  ({ actor }: Ctx) =>
  ({ actorKind, actorId }: Pick<Entry, 'actorKind' | 'actorId'>): boolean =>
    !(actorKind === 'admin' && actor.kind === 'admin' && actorId === actor.id);

const seenId = prepared((db) =>
  db
    .select({ id: users.seenActivityId })
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
);
const getSeenId = ({ db, actor }: Ctx): number => (actor.kind === 'admin' ? (seenId(db).get({ id: actor.id })?.id ?? 0) : 0);

const KIND_BY_ENTITY: Partial<Record<string, RecordKind>> = {
  client: 'client',
  quote: 'quote',
  pricedQuote: 'priced-quote',
  plan: 'plan',
  booking: 'booking',
  order: 'order',
  receipt: 'receipt',
  message: 'message',
  workOrder: 'work-order',
};

/** Returns the record that an entry is about: for time off its member. */
function findKey({ entityType, entityId, data }: Entry): RecordKey | undefined {
  if (entityType === 'timeOff') return { kind: 'member', id: Number((JSON.parse(data) as { teamMemberId?: number }).teamMemberId) };
  const kind = KIND_BY_ENTITY[entityType];
  return kind && { kind, id: Number(entityId) };
}

/** Lists the news of other people for an admin, newest first. A page may have fewer rows than `limit` although `nextCursor` is set. */
export function listNotifications(ctx: Ctx, { limit, cursor }: z.output<typeof notificationsInput>): z.output<typeof notificationList> {
  const scanned = newsBetween(ctx.db).all({ after: 0, before: cursor ?? Number.MAX_SAFE_INTEGER });
  const page = cutPage(scanned.filter(isByAnother(ctx)).slice(0, limit + 1), limit, ({ id }) => id);
  const keys = page.rows.map(findKey);
  const records = summarizeRecords(
    ctx,
    keys.filter((key) => key !== undefined),
  );
  const seen = getSeenId(ctx);
  return {
    nextCursor: page.nextCursor ?? (scanned.length === SCANNED ? (scanned.at(-1)?.id ?? null) : null),
    rows: page.rows.map(({ id, at, verb, actorKind }, place) => ({
      id,
      at,
      verb,
      by: actorKind,
      isUnread: id > seen,
      record: records.find((record) => record.kind === keys[place]?.kind && record.id === keys[place]?.id) ?? null,
    })),
  };
}

export const countUnread = (ctx: Ctx): z.output<typeof unreadCount> => ({
  unread: Math.min(
    MOST_UNREAD,
    newsBetween(ctx.db)
      .all({ after: getSeenId(ctx), before: Number.MAX_SAFE_INTEGER })
      .filter(isByAnother(ctx)).length,
  ),
});

/** Marks the notifications up to one as read, on all devices of this admin. Never marks earlier ones as unread again. */
export function markSeen(ctx: Ctx, { upTo }: z.output<typeof seenInput>): z.output<typeof unreadCount> {
  const { actor } = ctx;
  if (actor.kind === 'admin')
    inTransaction(ctx.db, () => {
      const newest =
        ctx.db
          .select({ id: max(activity.id) })
          .from(activity)
          .get()?.id ?? 0;
      const seen = Math.min(upTo, newest);
      ctx.db
        .update(users)
        .set({ seenActivityId: sql`max(${users.seenActivityId}, ${seen})` })
        .where(eq(users.id, actor.id))
        .run();
      publishAfterCommit(ctx, 'notifications');
    });
  return countUnread(ctx);
}
