import { and, count, eq, gt, inArray, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm';
import { opportunities, outbox } from '../../../../db/schema';
import { emailKey } from '../../../../db/schema/checks';
import type { LEAD_KINDS } from '../../../shared/automation';
import { CALL_ONLY, NO_EMAIL_CALL } from '../../../shared/consents';
import { addMinutes } from '../../../shared/time';
import type { Ctx } from '../../context';
import type { DraftOutcome } from '../../mail/drafts';
import { getSettings } from '../../settings/service';
import { type Finding, listAbout, noteDrafted, type OpportunityRow, recordFinding } from '../opportunities';
import { mayWriteTo } from '../people';

export type LeadKind = (typeof LEAD_KINDS)[number];
type LeadMessage = { to: string; relatedType: string | null; relatedId: number | null; dedupeKey: string; opportunityId: number };
export type Lead = Omit<Finding, 'kind' | 'callOnly'> & {
  kind: LeadKind;
  /** The beginning of the dedupe key, which two sightings of the same lead share. */
  causeKey: string;
  /** The reason to close an earlier lead about the same subject with another cause key. */
  changedReason?: string;
  /** The address to write to; null if this person must not be written to about this lead. */
  to: string | null;
  write: (message: LeadMessage) => DraftOutcome;
  related?: { relatedType: string; relatedId: number };
};
/** A lead, or the reason against it for the owner. */
export type Judged = Lead | string;

/** Base scores: the fresher the interest, the higher. */
const BASE: Record<LeadKind, number> = {
  lead_stale_quote: 70,
  lead_cart: 60,
  lead_cancelled: 55,
  lead_onetime: 50,
  lead_lapsed: 45,
};
/** Returns a score of 0 to 100: the base of the kind, plus 5 per finished job (at most 25), minus 1 per week past due (at most 20). */
export const scoreLead = (kind: LeadKind, { jobs, daysPastDue }: { jobs: number; daysPastDue: number }): number =>
  BASE[kind] + 5 * Math.min(5, jobs) - Math.min(20, Math.floor(Math.max(0, daysPastDue) / 7));

const MOST_MESSAGES = 20;
const isAboutLead = like(outbox.purpose, 'lead-%');
/**
 * Returns messages about leads to an address, or others of a kind, that are waiting, or went out within the spacing that the owner
 * set (a week by default).
 */
export const recentLeadMessages = (ctx: Ctx, to: string, isOfKind: SQL | undefined = isAboutLead) => {
  const since = addMinutes(ctx.now(), -getSettings(ctx).automation.leadSpacingDays * 1440);
  const isRecent = and(inArray(outbox.status, ['unknown', 'sent', 'stored', 'failed']), gt(outbox.createdAt, since));
  return ctx.db
    .select({ id: outbox.id, status: outbox.status, opportunityId: outbox.opportunityId })
    .from(outbox)
    .where(and(eq(emailKey(sql`${outbox.to}`), emailKey(sql`${to}`)), isOfKind, or(inArray(outbox.status, ['draft', 'queued']), isRecent)))
    .limit(MOST_MESSAGES)
    .all();
};

/**
 * Returns the dedupe key of a lead's next message, or undefined if it has a message or a person discarded one. A message that a
 * worker withdrew (it has a reason) does not count, since the lead may be open again.
 */
function nextKey(ctx: Ctx, { id, dedupeKey }: OpportunityRow): string | undefined {
  const { rows, left } = ctx.db
    .select({ rows: count(), left: sql<number>`total(${or(ne(outbox.status, 'cancelled'), isNull(outbox.lastError))})` })
    .from(outbox)
    .where(eq(outbox.opportunityId, id))
    .get() ?? { rows: 0, left: 0 };
  if (left > 0) return undefined;
  return rows === 0 ? `lead:${dedupeKey}` : `lead:${dedupeKey}:${rows + 1}`;
}

export const isSameLead = (row: Pick<OpportunityRow, 'dedupeKey'>, { causeKey }: Pick<Lead, 'causeKey'>): boolean =>
  row.dedupeKey === causeKey || row.dedupeKey.startsWith(`${causeKey}:`);

export type LeadOutcome = 'known' | 'drafted' | 'sent' | 'call-only' | 'open';

/** Records a new lead, with a draft message if consent allows one. Call it inside a transaction. */
export function recordLead(ctx: Ctx, runId: number, lead: Lead): LeadOutcome {
  // A contacted person may be a lead again for a new reason, such as the next quarter, which has a new key.
  const live = listAbout(ctx, lead, eq(opportunities.kind, lead.kind), inArray(opportunities.status, ['open', 'drafted']));
  if (live.some((row) => isSameLead(row, lead))) return 'known';
  const noWay = lead.to === null && lead.subjectType === 'client' ? NO_EMAIL_CALL : CALL_ONLY;
  const callOnly = mayWriteTo(ctx, lead.to) ? undefined : noWay;
  const row = recordFinding(ctx, runId, { ...lead, callOnly });
  if (!row) return 'known';
  return callOnly ? 'call-only' : writeLeadDraft(ctx, row, lead);
}

/**
 * Writes the message of an open lead, once; a later run writes it if another lead message is waiting or went out recently. A
 * message that is sent automatically leaves the lead open, since only a person marks it as contacted. Call it inside the
 * transaction of the run.
 */
export function writeLeadDraft(ctx: Ctx, row: OpportunityRow, lead: Lead): Exclude<LeadOutcome, 'known' | 'call-only'> {
  const { to, related: { relatedType, relatedId } = { relatedType: null, relatedId: null } } = lead;
  if (row.status !== 'open' || row.callOnly !== null || to === null) return 'open';
  if (recentLeadMessages(ctx, to, or(isAboutLead, inArray(outbox.purpose, ['quote-follow-up', 'priced-quote-follow-up']))).length > 0)
    return 'open';
  const dedupeKey = nextKey(ctx, row);
  if (dedupeKey === undefined) return 'open';
  const outcome = lead.write({ to, relatedType, relatedId, dedupeKey, opportunityId: row.id });
  if (outcome === 'call-only' || outcome === 'known') return 'open';
  if (outcome !== 'draft') return 'sent';
  noteDrafted(ctx, row);
  return 'drafted';
}
