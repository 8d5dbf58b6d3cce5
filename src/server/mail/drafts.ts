import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { outbox } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import { AUTO_SEND_PURPOSES } from '../../shared/automation-settings';
import { DomainError } from '../../shared/errors';
import type { GrowthPurpose } from '../../shared/growth-message-templates';
import { companyValues, getMessageText, isMarketing, type VariableOf } from '../../shared/message-templates';
import { renderMessage } from '../../shared/message-text';
import type { draftChange, Message } from '../../shared/messages';
import type { Settings } from '../../shared/settings';
import { requiredEmail } from '../../shared/text';
import { recordActivity } from '../activity';
import { ensureRecipient, explainBasis, findBasis, storeProof } from '../consents/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getCompany, getSettings } from '../settings/service';
import { firstAttemptAt, hasMessage, queueMessage, readyStatus } from './outbox';
import { getMessage } from './service';

/** A message that a worker writes; `dedupeKey` identifies its cause for good, `sendAfter` is an instant. */
type NewDraft<Kind extends GrowthPurpose> = {
  purpose: Kind;
  to: string | null;
  values: Record<VariableOf<Kind>, string>;
  relatedType: string | null;
  relatedId: number | null;
  dedupeKey: string;
  opportunityId?: number | undefined;
  sendAfter?: string | undefined;
};

/** `call-only`: no consent or no valid address. `known`: a message with that `dedupeKey` exists already. */
export type DraftOutcome = 'draft' | 'queued' | 'stored' | 'call-only' | 'known';

/** The kinds of messages that a setting of their own sends, whether or not the automation was started. */
const AUTO_SEND_SETTINGS = {
  'overdue-reminder': 'autoSendOverdueReminders',
  'quote-follow-up': 'autoSendQuoteFollowUps',
  'priced-quote-follow-up': 'autoSendQuoteFollowUps',
  'review-request': 'autoSendReviewRequests',
} as const satisfies Partial<Record<GrowthPurpose, keyof Settings>>;
export type AutoSentPurpose = keyof typeof AUTO_SEND_SETTINGS;

/** Returns the kinds of messages that go out even if the automation was never started. */
export const listAutoSent = (ctx: Pick<Ctx, 'db'>): AutoSentPurpose[] =>
  (Object.keys(AUTO_SEND_SETTINGS) as AutoSentPurpose[]).filter((purpose) => getSettings(ctx)[AUTO_SEND_SETTINGS[purpose]]);

/** Returns whether the settings let a kind of message go out without approval. */
export function isSentWithoutApproval(ctx: Pick<Ctx, 'db'>, purpose: GrowthPurpose): boolean {
  const { autoSend } = getSettings(ctx).automation;
  const isAutoSent = listAutoSent(ctx).some((auto) => auto === purpose);
  // The owner decides about all follow-ups of quotes at once.
  const kind = purpose === 'priced-quote-follow-up' ? 'quote-follow-up' : purpose;
  return isAutoSent || AUTO_SEND_PURPOSES.some((auto) => auto === kind && autoSend.includes(auto));
}

/** Writes a draft, or queues it if settings allow. Marketing needs consent, whose proof is stored. Call it inside a transaction. */
export function writeDraft<Kind extends GrowthPurpose>(ctx: Ctx, draft: NewDraft<Kind>): DraftOutcome {
  const { purpose, values, dedupeKey, opportunityId, sendAfter, relatedType, relatedId } = draft;
  if (hasMessage(ctx, dedupeKey)) return 'known';
  const address = requiredEmail.safeParse(draft.to);
  if (!address.success) return 'call-only';
  const to = address.data;
  const marketing = isMarketing(purpose);
  if (marketing) {
    const basis = findBasis(ctx, to);
    if (!basis) return 'call-only';
    storeProof(ctx, to, basis);
  }
  const { messageTemplates } = getSettings(ctx);
  const text = renderMessage(getMessageText(purpose, messageTemplates), { ...companyValues(getCompany(ctx)), ...values });
  const row = queueMessage(ctx, {
    ...text,
    ...{ purpose, to, marketing, relatedType, relatedId, dedupeKey },
    ...(isSentWithoutApproval(ctx, purpose) ? {} : { status: 'draft' }),
    ...(opportunityId !== undefined && { opportunityId }),
    ...(sendAfter !== undefined && { sendAfter }),
  });
  if (!row) return 'known';
  recordActivity(ctx, { verb: 'message.drafted', entityType: 'message', entityId: row.id, data: { purpose, status: row.status } });
  return row.status as Exclude<DraftOutcome, 'call-only' | 'known'>;
}

/** Returns a message that still waits for approval. Throws NOT_FOUND, and CONFLICT for any other message. */
export function getDraft(ctx: Ctx, { id }: { id: number }): Message {
  const message = getMessage(ctx, { id });
  if (message.status !== 'draft') throw new DomainError('CONFLICT', `This message is no longer a draft: it is ${message.status}.`);
  return message;
}

/** Changes a message and records the activity. Call it inside a transaction. */
function writeChange(ctx: Ctx, id: number, changes: Partial<typeof outbox.$inferInsert>, verb: string): Message {
  ctx.db.update(outbox).set(changes).where(eq(outbox.id, id)).run();
  recordActivity(ctx, { verb: `message.${verb}`, entityType: 'message', entityId: id });
  publishAfterCommit(ctx, 'messages');
  return getMessage(ctx, { id });
}

/** Replaces the subject and text of a draft. Throws NOT_FOUND, CONFLICT. */
export function editDraft(ctx: Ctx, { id, subject, body }: z.output<typeof draftChange>): Message {
  return inTransaction(ctx.db, () => {
    getDraft(ctx, { id });
    return writeChange(ctx, id, { subject, body: `${body}\n` }, 'edited');
  });
}

/** Approves a draft: it is queued, or stored if no mail server is configured. Throws NOT_FOUND, and CONFLICT also without consent. */
export function approveDraft(ctx: Ctx, { id }: { id: number }): Message {
  return inTransaction(ctx.db, () => {
    const draft = getDraft(ctx, { id });
    const { marketing, to } = draft;
    const { basis, reason } = marketing ? explainBasis(ctx, to) : { basis: null, reason: null };
    if (reason !== null) throw new DomainError('CONFLICT', `This message may not be sent. ${reason}`);
    if (basis) storeProof(ctx, to, basis);
    const approvedBy = 'name' in ctx.actor ? ctx.actor.name : null;
    return writeChange(ctx, id, { status: readyStatus(ctx), approvedBy, nextAttemptAt: firstAttemptAt(ctx, draft) }, 'approved');
  });
}

/** Cancels a draft for good. Throws NOT_FOUND, CONFLICT. */
export function discardDraft(ctx: Ctx, { id }: { id: number }): Message {
  return inTransaction(ctx.db, () => {
    getDraft(ctx, { id });
    return writeChange(ctx, id, { status: 'cancelled' }, 'discarded');
  });
}

/** Cancels a draft that is out of date and stores the reason. Call it inside a transaction. Throws NOT_FOUND, CONFLICT. */
export function cancelDraft(ctx: Ctx, { id, reason }: { id: number; reason: string }): void {
  getDraft(ctx, { id });
  cancel(ctx, id, reason);
}

const cancel = (ctx: Ctx, id: number, reason: string) => writeChange(ctx, id, { status: 'cancelled', lastError: reason }, 'cancelled');

/** Cancels all unsent messages about an opportunity and stores the reason. Call it inside a transaction. */
export function cancelMessages(ctx: Ctx, { opportunityId, reason }: { opportunityId: number; reason: string }): void {
  const waiting = ctx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.opportunityId, opportunityId), inArray(outbox.status, ['draft', 'queued'])))
    .all();
  for (const { id } of waiting) cancel(ctx, id, reason);
}

/**
 * Stops all unsent marketing to these addresses: drafts are cancelled, queued messages suppressed, with the reason. Returns the ids of
 * their opportunities. Call it inside the transaction in which the consent ends.
 */
export function stopMarketing(ctx: Ctx, addresses: readonly string[], reason: string): number[] {
  const opportunityIds = new Set<number>();
  for (const address of addresses)
    for (const [from, status] of [
      ['draft', 'cancelled'],
      ['queued', 'suppressed'],
    ] as const) {
      const stopped = ctx.db
        .update(outbox)
        .set({ status, lastError: reason })
        .where(and(eq(emailKey(sql`"to"`), emailKey(sql`${address}`)), eq(outbox.status, from), eq(outbox.marketing, true)))
        .returning({ id: outbox.id, opportunityId: outbox.opportunityId })
        .all();
      for (const { id, opportunityId } of stopped) {
        recordActivity(ctx, { verb: `message.${status}`, entityType: 'message', entityId: id });
        if (opportunityId !== null) opportunityIds.add(opportunityId);
      }
      if (stopped.length > 0) publishAfterCommit(ctx, 'messages');
    }
  return [...opportunityIds];
}

/** Returns the unsent marketing to an address that is about a client, or all of it if no other client has the address. */
const listUnsent = ({ db }: Ctx, clientId: number, from: string) =>
  db
    .select({ id: outbox.id, status: outbox.status })
    .from(outbox)
    .where(
      and(
        eq(emailKey(sql`"to"`), emailKey(sql`${from}`)),
        inArray(outbox.status, ['draft', 'queued']),
        eq(outbox.marketing, true),
        sql`(not exists (select 1 from clients where ${emailKey(sql`clients.email`)} = ${emailKey(sql`${from}`)} and coalesce(merged_into_id, clients.id) <> ${clientId})
          or exists (select 1 from opportunities where opportunities.id = ${outbox.opportunityId} and subject_type = 'client'
            and subject_id = ${String(clientId)})
          or ${outbox.relatedType} = 'workOrder' and exists (select 1 from work_orders where work_orders.id = ${outbox.relatedId}
            and work_orders.client_id = ${clientId}))`,
      ),
    )
    .all();

const NO_EMAIL = 'The client has no e-mail address any more.';

/**
 * Readdresses the unsent marketing of a client to their new e-mail address, or stops it with the reason if there is no new address or it
 * has no consent. Call it after the change of address, inside its transaction.
 */
export function moveMarketing(ctx: Ctx, { clientId, from, to }: { clientId: number; from: string; to: string | null }): void {
  const waiting = from.trim() === '' ? [] : listUnsent(ctx, clientId, from);
  if (waiting.length === 0) return;
  const stop = ({ id, status }: (typeof waiting)[number], reason: string) =>
    status === 'draft' ? cancel(ctx, id, reason) : writeChange(ctx, id, { status: 'suppressed', lastError: reason }, 'suppressed');
  if (to === null) {
    for (const message of waiting) stop(message, NO_EMAIL);
    return;
  }
  const { basis, reason } = explainBasis(ctx, to);
  if (basis) storeProof(ctx, to, basis);
  ensureRecipient(ctx, to);
  for (const message of waiting)
    if (basis) writeChange(ctx, message.id, { to }, 'readdressed');
    else stop(message, reason);
}
