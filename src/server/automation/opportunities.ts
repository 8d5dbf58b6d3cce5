import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage, isBefore, prepared, rowGetter } from '../../../db/prepared';
import { opportunities, outbox } from '../../../db/schema';
import { inOrder, readSortedIds } from '../../../db/sorting';
import { type Evidence, OPPORTUNITY_TRANSITIONS, type OpportunityStatus } from '../../shared/automation';
import type { Opportunity, opportunityChange, opportunityListInput } from '../../shared/automation-schemas';
import { CALL_ONLY } from '../../shared/consents';
import { DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { cancelMessages } from '../mail/drafts';
import type { Read } from './sweep';

export const LIVE_STATUSES: readonly OpportunityStatus[] = ['open', 'drafted', 'contacted'];
export type OpportunityRow = typeof opportunities.$inferSelect;
/** A finding of a worker. `dedupeKey` identifies it forever, such as "lapsed:client:12:2026Q4". */
export type Finding = Pick<OpportunityRow, 'kind' | 'dedupeKey' | 'subjectType' | 'title' | 'reason' | 'score'> & {
  subjectId: number | string;
  evidence: Evidence[];
  value?: { cents: number; basis: string } | undefined;
  callOnly?: string | undefined;
};

/** Stores a finding, or returns undefined if its key exists already. Call it inside a transaction. */
export function recordFinding(ctx: Ctx, runId: number, finding: Finding): OpportunityRow | undefined {
  const { kind, dedupeKey, subjectType, reason, callOnly, value } = finding;
  const at = ctx.now().toISOString();
  const row = ctx.db
    .insert(opportunities)
    .values({
      ...{ kind, dedupeKey, subjectType, reason, callOnly, runId, createdAt: at, statusChangedAt: at },
      subjectId: String(finding.subjectId),
      title: finding.title.slice(0, 200),
      evidence: JSON.stringify(finding.evidence),
      score: Math.round(Math.max(0, Math.min(100, finding.score))),
      valueCents: value?.cents,
      valueBasis: value?.basis,
    })
    .onConflictDoNothing({ target: opportunities.dedupeKey })
    .returning()
    .get() as OpportunityRow | undefined;
  if (row) {
    recordActivity(ctx, { verb: 'opportunity.found', entityType: 'opportunity', entityId: row.id, data: { kind: row.kind } });
    publishAfterCommit(ctx, 'automation');
  }
  return row;
}

function write(ctx: Ctx, row: OpportunityRow, status: OpportunityStatus, reason: string | null): OpportunityRow {
  recordActivity(ctx, {
    verb: `opportunity.${status}`,
    entityType: 'opportunity',
    entityId: row.id,
    data: { kind: row.kind, from: row.status },
  });
  publishAfterCommit(ctx, 'automation');
  return ctx.db
    .update(opportunities)
    .set({
      status,
      closedReason: reason,
      statusChangedAt: ctx.now().toISOString(),
      statusChangedBy: 'name' in ctx.actor ? ctx.actor.name : null,
    })
    .where(eq(opportunities.id, row.id))
    .returning()
    .get();
}

/** Marks an open opportunity as drafted, because a message waits for approval. Call it inside a transaction. */
export const noteDrafted = (ctx: Ctx, row: OpportunityRow): OpportunityRow =>
  row.status === 'open' ? write(ctx, row, 'drafted', null) : row;

/** Marks an opportunity as contacted, because a person approved its message. Call it inside a transaction. */
export function noteContacted(ctx: Ctx, id: number): void {
  const { status } = getOpportunityRow(ctx, id);
  if (status === 'open' || status === 'drafted') setOpportunityStatus(ctx, { id, status: 'contacted', reason: null });
}

/** Opens a drafted opportunity again, because its message no longer waits for approval. Call it inside a transaction. */
export function noteUndrafted(ctx: Ctx, id: number): OpportunityRow {
  const row = getOpportunityRow(ctx, id);
  return row.status === 'drafted' ? write(ctx, row, 'open', null) : row;
}

/** Marks an opportunity as "call only", because consent was withdrawn; a drafted one is open again. Call it inside a transaction. */
export function noteCallOnly(ctx: Ctx, id: number): void {
  const row = getOpportunityRow(ctx, id);
  ctx.db.update(opportunities).set({ callOnly: CALL_ONLY }).where(eq(opportunities.id, id)).run();
  if (row.status === 'drafted') write(ctx, row, 'open', null);
  else publishAfterCommit(ctx, 'automation');
}

/** Closes a finding that no longer holds and cancels the messages about it that have not gone out. Call it inside a transaction. */
export function expireFinding(ctx: Ctx, row: OpportunityRow, reason: string): void {
  if (row.status !== 'open' && row.status !== 'drafted') return;
  cancelMessages(ctx, { opportunityId: row.id, reason });
  write(ctx, row, 'expired', reason);
}

const MISSING = 'This opportunity does not exist.';
export const getOpportunityRow = rowGetter(opportunities, MISSING);

export const listOpportunitiesAfter =
  (kind: OpportunityRow['kind'], status: OpportunityStatus): Read<OpportunityRow> =>
  ({ db }, { after, limit }) =>
    db
      .select()
      .from(opportunities)
      .where(and(eq(opportunities.kind, kind), eq(opportunities.status, status), gt(opportunities.id, after)))
      .orderBy(opportunities.id)
      .limit(limit)
      .all();

const MOST_ABOUT = 20;
/** Returns opportunities about a subject that match. */
export const listAbout = ({ db }: Ctx, { subjectType, subjectId }: Pick<Finding, 'subjectType' | 'subjectId'>, ...conditions: SQL[]) =>
  db
    .select({ status: opportunities.status, dedupeKey: opportunities.dedupeKey })
    .from(opportunities)
    .where(and(eq(opportunities.subjectType, subjectType), eq(opportunities.subjectId, String(subjectId)), ...conditions))
    .limit(MOST_ABOUT)
    .all();

/** The newest message about an opportunity that was neither cancelled nor suppressed. */
const newestMessage = sql<
  number | null
>`(select max(${outbox.id}) from ${outbox} where ${outbox.opportunityId} = ${opportunities}.id and ${outbox.status} not in ('cancelled', 'suppressed'))`;

const toOpportunity = ({ valueCents, evidence, dedupeKey: _key, ...row }: OpportunityRow, messageId: number | null): Opportunity => ({
  ...row,
  evidence: JSON.parse(evidence),
  value: valueCents === null ? null : formatCents(valueCents),
  messageId,
});

const getStatuses = (view: z.output<typeof opportunityListInput>['view']): OpportunityStatus[] | null =>
  view === 'all' ? null : view === 'live' ? [...LIVE_STATUSES] : [view];

type ListInput = z.output<typeof opportunityListInput>;
/** A sorted list covers only this many of the newest opportunities. */
const SORTED_ROWS = 5000;

/** Sorts the newest opportunities, of all kinds and statuses together, so that the cost does not grow with the table. */
function listSorted(ctx: Ctx, { kinds, view, runId, ...page }: ListInput) {
  const statuses = getStatuses(view);
  const list = {
    table: 'opportunities',
    from: sql`(select * from opportunities order by id desc limit ${SORTED_ROWS}) found`,
    id: sql`found.id`,
    where: and(
      sql`found.kind in ${kinds}`,
      statuses ? sql`found.status in ${statuses}` : undefined,
      runId == null ? undefined : sql`found.run_id = ${runId}`,
    ),
    columns: { score: sql`score`, value: sql`coalesce(value_cents, -1)`, found: sql`created_at` },
  };
  const { rows: ids, nextCursor } = readSortedIds(ctx.db, list, page);
  const rows = ctx.db
    .select({ row: opportunities, messageId: newestMessage })
    .from(opportunities)
    .where(inArray(opportunities.id, ids))
    .all();
  return {
    rows: inOrder(
      ids,
      rows.map(({ row, messageId }) => toOpportunity(row, messageId)),
    ),
    nextCursor,
  };
}

/** Opportunities of some kinds, newest first or sorted. */
export function listOpportunities(ctx: Ctx, input: ListInput) {
  if (input.sort) return listSorted(ctx, input);
  const { kinds, view, runId, limit } = input;
  const statuses = getStatuses(view);
  const cursor = typeof input.cursor === 'number' ? input.cursor : undefined;
  const page = (...conditions: (SQL | undefined)[]) =>
    ctx.db
      .select({ row: opportunities, messageId: newestMessage })
      .from(opportunities)
      .where(and(...conditions, isBefore(opportunities.id, cursor)))
      .orderBy(desc(opportunities.id))
      .limit(limit + 1)
      .all();
  // Reads each kind and status separately, since the index keeps the order of the list only within one of them.
  const found =
    runId != null
      ? page(
          eq(opportunities.runId, runId),
          inArray(opportunities.kind, kinds),
          statuses ? inArray(opportunities.status, statuses) : undefined,
        )
      : kinds.flatMap((kind) =>
          statuses
            ? statuses.flatMap((status) => page(eq(opportunities.kind, kind), eq(opportunities.status, status)))
            : page(eq(opportunities.kind, kind)),
        );
  const rows = found.map(({ row, messageId }) => toOpportunity(row, messageId)).sort((a, b) => b.id - a.id);
  return cutPage(rows.slice(0, limit + 1), limit, ({ id }) => id);
}

const opportunityById = prepared((db) =>
  db
    .select({ row: opportunities, messageId: newestMessage })
    .from(opportunities)
    .where(eq(opportunities.id, sql.placeholder('id'))),
);
export function getOpportunity({ db }: Ctx, { id }: { id: number }): Opportunity {
  const found = opportunityById(db).get({ id });
  if (!found) throw new DomainError('NOT_FOUND', MISSING);
  return toOpportunity(found.row, found.messageId);
}

const CLOSED = { won: 'won', dismissed: 'dismissed', lost: 'marked as lost' };
/** Sets the status that a person chose; closing cancels messages that have not gone out. Throws NOT_FOUND, CONFLICT. */
export function setOpportunityStatus(ctx: Ctx, { id, status, reason }: z.output<typeof opportunityChange>): Opportunity {
  return inTransaction(ctx.db, () => {
    const row = getOpportunityRow(ctx, id);
    if (row.status === status) return getOpportunity(ctx, { id });
    if (!OPPORTUNITY_TRANSITIONS[row.status].includes(status))
      throw new DomainError('CONFLICT', `An opportunity that is ${row.status} cannot become ${status}.`);
    write(ctx, row, status, reason);
    if (status === 'won' || status === 'dismissed' || status === 'lost')
      cancelMessages(ctx, { opportunityId: id, reason: reason ?? `The opportunity was ${CLOSED[status]}.` });
    return getOpportunity(ctx, { id });
  });
}
