import { and, count, eq, inArray, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm';
import { opportunities, outbox } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import type { LEAD_KINDS } from '../../shared/automation-words';
import { CALL_ONLY, hasPostalAddress } from '../../shared/consents';
import { showCents } from '../../shared/store-sums';
import { requiredEmail } from '../../shared/text';
import { addMinutes, businessDay, isInstant, showDay } from '../../shared/time';
import { findBasis } from '../consents/service';
import type { DraftOutcome } from '../mail/drafts';
import { prepared } from '../prepared';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { type Finding, noteDrafted, type OpportunityRow, recordFinding } from './opportunities';

export type LeadKind = (typeof LEAD_KINDS)[number];
/** What every message about a lead has in common. */
type LeadMessage = { to: string; relatedType: string | null; relatedId: number | null; dedupeKey: string; opportunityId: number };
/** A lead as its rule sees it now. */
export type Lead = Omit<Finding, 'kind' | 'callOnly'> & {
  kind: LeadKind;
  /** What the key begins with: a known lead of the same cause is the same lead. */
  cause: string;
  /** What is told of a known lead of the same subject and another cause. */
  otherwise?: string;
  to: string | null;
  write: (message: LeadMessage) => DraftOutcome;
  related?: { relatedType: string; relatedId: number };
};
/** A lead, or in words why there is none. */
export type Judged = Lead | string;

const MAX_NAME = 120;

/** Where each kind begins: the fresher the interest, the higher. */
const BASE: Record<LeadKind, number> = {
  lead_stale_quote: 70,
  lead_cart: 60,
  lead_cancelled: 55,
  lead_onetime: 50,
  lead_lapsed: 45,
};
/** How promising a lead is, 0 to 100: where its kind begins, 5 more for each finished job up to five, 1 less for each week past due up to 20. */
export const scoreOf = (kind: LeadKind, { jobs, daysPastDue }: { jobs: number; daysPastDue: number }): number =>
  BASE[kind] + 5 * Math.min(5, jobs) - Math.min(20, Math.floor(Math.max(0, daysPastDue) / 7));

/** Text from a row as one line of a message. */
export const plainLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME) || 'there';

/** A calendar day in a sentence: "2 September", with its year where that is not the one of `today`. */
export function tellDay(day: string, today: string): string {
  const [, month = '', date = '', year = ''] = /^\S+ (\S+) (\d+), (\d+)$/.exec(showDay(day)) ?? [];
  return day.slice(0, 4) === today.slice(0, 4) ? `${date} ${month}` : `${date} ${month} ${year}`;
}
/** What a job came to, after its day: " for $120.01"; nothing where that is not known. */
export const tellAmount = (cents: number | null): string => (cents ? ` for ${showCents(cents)}` : '');
/** A finished job for people, with its day and amount where they are known: "Job finished on 2 September for $120.01 (WO-12)". */
export function tellJob({ number, at, cents }: { number: string; at: string | null; cents: number | null }, today: string): string {
  const day = at !== null && isInstant(at) ? tellDay(businessDay(at), today) : 'an unknown day';
  return `Job finished on ${day}${tellAmount(cents)} (${number})`;
}
/** What a run says after its sum where the marketing messages that it wrote cannot go out yet; empty where they can. */
export const tellHeldBack = (ctx: Ctx, written: number): string =>
  written > 0 && !hasPostalAddress(getCompany(ctx)) ? '; not sent before the postal address stands under Settings' : '';
/** "1 job", "3 jobs". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const liveOfSubject = prepared((db) =>
  db
    .select({ dedupeKey: opportunities.dedupeKey })
    .from(opportunities)
    .where(
      and(
        eq(opportunities.subjectType, sql.placeholder('subjectType')),
        eq(opportunities.subjectId, sql.placeholder('subjectId')),
        eq(opportunities.kind, sql.placeholder('kind')),
        // Whoever was contacted is a lead again once there is a new reason, such as the next quarter: the key tells.
        inArray(opportunities.status, ['open', 'drafted']),
      ),
    )
    .limit(20)
    .prepare(),
);
const isLead = like(outbox.purpose, 'lead-%');
/** Messages to an address that wait to go out, or went out since an instant. */
const recentMessages = (isOfKind: SQL | undefined, limit: number) =>
  prepared((db) =>
    db
      .select({ id: outbox.id, status: outbox.status, opportunityId: outbox.opportunityId })
      .from(outbox)
      .where(
        and(
          eq(emailKey(sql`${outbox.to}`), emailKey(sql`${sql.placeholder('to')}`)),
          isOfKind,
          or(
            inArray(outbox.status, ['draft', 'queued']),
            and(inArray(outbox.status, ['unknown', 'sent', 'stored', 'failed']), sql`${outbox.createdAt} > ${sql.placeholder('since')}`),
          ),
        ),
      )
      .limit(limit)
      .prepare(),
  );
const recentLeadMessage = recentMessages(or(isLead, eq(outbox.purpose, 'quote-follow-up')), 1);
const MOST_MESSAGES = 20;
const recentOfLeads = recentMessages(isLead, MOST_MESSAGES);
const quietSince = (ctx: Ctx): string => addMinutes(ctx.now(), -getSettings(ctx).automation.leadSpacingDays * 1440);

/** Messages about leads to an address that wait to go out, or went out lately: within a week unless the owner says otherwise. */
export const recentLeadMessages = (ctx: Ctx, to: string) => recentOfLeads(ctx.db).all({ to, since: quietSince(ctx) });

const mayWrite = (ctx: Ctx, to: string | null): to is string =>
  to !== null && requiredEmail.safeParse(to).success && findBasis(ctx, to) !== undefined;

const messagesAbout = prepared((db) =>
  db
    .select({ rows: count(), left: sql<number>`total(${or(ne(outbox.status, 'cancelled'), isNull(outbox.lastError))})` })
    .from(outbox)
    .where(eq(outbox.opportunityId, sql.placeholder('id')))
    .prepare(),
);
/**
 * The key of a lead's next message; undefined where it has one, or where a person discarded it. One that was taken back, which has
 * a reason, leaves room, since the lead may be opened again.
 */
function nextKey(ctx: Ctx, { id, dedupeKey }: OpportunityRow): string | undefined {
  const { rows, left } = messagesAbout(ctx.db).get({ id }) ?? { rows: 0, left: 0 };
  if (left > 0) return undefined;
  return rows === 0 ? `lead:${dedupeKey}` : `lead:${dedupeKey}:${rows + 1}`;
}

/** Whether the rule still sees the lead that a row is of. */
export const isSameLead = (row: Pick<OpportunityRow, 'dedupeKey'>, { cause }: Pick<Lead, 'cause'>): boolean =>
  row.dedupeKey === cause || row.dedupeKey.startsWith(`${cause}:`);

export type LeadOutcome = 'known' | 'drafted' | 'sent' | 'call-only' | 'open';

/** Keeps a lead that is new, with its message where consent allows one. Call it inside the transaction of the run. */
export function recordLead(ctx: Ctx, runId: number, lead: Lead): LeadOutcome {
  const subjectId = String(lead.subjectId);
  const live = liveOfSubject(ctx.db).all({ kind: lead.kind, subjectType: lead.subjectType, subjectId });
  if (live.some((row) => isSameLead(row, lead))) return 'known';
  const callOnly = mayWrite(ctx, lead.to) ? undefined : CALL_ONLY;
  const { kind, dedupeKey, subjectType, title, reason, evidence, score, value } = lead;
  const finding: Finding = { kind, dedupeKey, subjectType, subjectId, title, reason, evidence, score, value, callOnly };
  const row = recordFinding(ctx, runId, finding);
  if (!row) return 'known';
  return callOnly ? 'call-only' : writeLeadDraft(ctx, row, lead);
}

/**
 * Writes the message of an open lead, once. Where another lead message waits for the same person, or went out within a week, it
 * is left for a later run. One that goes out by itself leaves the lead open, since only a person says that somebody was contacted.
 * Call it inside the transaction of the run.
 */
export function writeLeadDraft(ctx: Ctx, row: OpportunityRow, lead: Lead): Exclude<LeadOutcome, 'known' | 'call-only'> {
  const { to, related } = lead;
  if (row.status !== 'open' || row.callOnly !== null || to === null) return 'open';
  if (recentLeadMessage(ctx.db).get({ to, since: quietSince(ctx) })) return 'open';
  const dedupeKey = nextKey(ctx, row);
  if (dedupeKey === undefined) return 'open';
  const { relatedType = null, relatedId = null } = related ?? {};
  const outcome = lead.write({ to, relatedType, relatedId, dedupeKey, opportunityId: row.id });
  if (outcome === 'call-only' || outcome === 'known') return 'open';
  if (outcome !== 'draft') return 'sent';
  noteDrafted(ctx, row);
  return 'drafted';
}
