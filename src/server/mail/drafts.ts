import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { outbox } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import { AUTO_SEND_PURPOSES } from '../../shared/automation-settings';
import { DomainError } from '../../shared/errors';
import type { GrowthPurpose } from '../../shared/growth-message-templates';
import { companyValues, isMarketing, textOf, type VariableOf } from '../../shared/message-templates';
import { renderMessage } from '../../shared/message-text';
import type { draftChange, Message } from '../../shared/messages';
import { requiredEmail } from '../../shared/text';
import { recordActivity } from '../activity';
import { ensureRecipient, explainBasis, findBasis, keepProof } from '../consents/service';
import { publishAfterCommit } from '../live';
import { prepared } from '../prepared';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { getMessage } from './messages';
import { firstAttemptAt, queueMessage, readyStatus } from './outbox';

/** What a worker wants to tell somebody; `dedupeKey` names the cause for good, `sendAfter` is an instant. */
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

/** What became of it; `call-only` where there is no consent or no address to write to, `known` where that cause has a message. */
export type DraftOutcome = 'draft' | 'queued' | 'stored' | 'call-only' | 'known';

const isKnown = prepared((db) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.dedupeKey, sql.placeholder('dedupeKey')))
    .prepare(),
);

/** Whether the owner lets a kind of message go out without anybody's approval. */
export function isSentByItself(ctx: Pick<Ctx, 'db'>, purpose: GrowthPurpose): boolean {
  const { autoSend } = getSettings(ctx).automation;
  return AUTO_SEND_PURPOSES.some((auto) => auto === purpose && autoSend.includes(auto));
}

/**
 * Writes a message that waits for approval, or goes out where the owner lets its kind go by itself; a marketing one only with
 * consent, whose proof is kept. Call it inside the transaction of its cause.
 */
export function writeDraft<Kind extends GrowthPurpose>(ctx: Ctx, draft: NewDraft<Kind>): DraftOutcome {
  const { purpose, values, dedupeKey, opportunityId, sendAfter, relatedType, relatedId } = draft;
  if (isKnown(ctx.db).get({ dedupeKey })) return 'known';
  const address = requiredEmail.safeParse(draft.to);
  if (!address.success) return 'call-only';
  const to = address.data;
  const marketing = isMarketing(purpose);
  if (marketing) {
    const basis = findBasis(ctx, to);
    if (!basis) return 'call-only';
    keepProof(ctx, to, basis);
  }
  const { messageTemplates } = getSettings(ctx);
  const text = renderMessage(textOf(purpose, messageTemplates), { ...companyValues(getCompany(ctx)), ...values });
  const row = queueMessage(ctx, {
    ...text,
    ...{ purpose, to, marketing, relatedType, relatedId, dedupeKey },
    ...(isSentByItself(ctx, purpose) ? {} : { status: 'draft' }),
    ...(opportunityId !== undefined && { opportunityId }),
    ...(sendAfter !== undefined && { sendAfter }),
  });
  if (!row) return 'known';
  recordActivity(ctx, { verb: 'message.drafted', entityType: 'message', entityId: row.id, data: { purpose, status: row.status } });
  return row.status as Exclude<DraftOutcome, 'call-only' | 'known'>;
}

/** A message that still waits for approval. Throws NOT_FOUND, CONFLICT. */
export function getDraft(ctx: Ctx, { id }: { id: number }): Message {
  const message = getMessage(ctx, { id });
  if (message.status !== 'draft') throw new DomainError('CONFLICT', `This message is no draft any more: it is ${message.status}.`);
  return message;
}

/** Changes a draft and writes its line in the log. Call it inside a transaction. */
function writeChange(ctx: Ctx, id: number, changes: Partial<typeof outbox.$inferInsert>, verb: string): Message {
  ctx.db.update(outbox).set(changes).where(eq(outbox.id, id)).run();
  recordActivity(ctx, { verb: `message.${verb}`, entityType: 'message', entityId: id });
  publishAfterCommit(ctx, 'messages');
  return getMessage(ctx, { id });
}

/** Gives a draft other words. Throws NOT_FOUND, CONFLICT. */
export function editDraft(ctx: Ctx, { id, subject, body }: z.output<typeof draftChange>): Message {
  return inTransaction(ctx.db, () => {
    getDraft(ctx, { id });
    return writeChange(ctx, id, { subject, body: `${body}\n` }, 'edited');
  });
}

/** Lets a draft go: it is queued, or kept where there is no mail server. Throws NOT_FOUND, and CONFLICT also without consent. */
export function approveDraft(ctx: Ctx, { id }: { id: number }): Message {
  return inTransaction(ctx.db, () => {
    const draft = getDraft(ctx, { id });
    const { marketing, to } = draft;
    const { basis, reason } = marketing ? explainBasis(ctx, to) : { basis: null, reason: null };
    if (reason !== null) throw new DomainError('CONFLICT', `This message may not be sent. ${reason}`);
    if (basis) keepProof(ctx, to, basis);
    const approvedBy = 'name' in ctx.actor ? ctx.actor.name : null;
    return writeChange(ctx, id, { status: readyStatus(ctx), approvedBy, nextAttemptAt: firstAttemptAt(ctx, draft) }, 'approved');
  });
}

/** Takes a draft back for good. Throws NOT_FOUND, CONFLICT. */
export function discardDraft(ctx: Ctx, { id }: { id: number }): Message {
  return inTransaction(ctx.db, () => {
    getDraft(ctx, { id });
    return writeChange(ctx, id, { status: 'cancelled' }, 'discarded');
  });
}

/** Takes back a draft that is no longer true, with the reason. Call it inside a transaction. Throws NOT_FOUND, CONFLICT. */
export function takeBackDraft(ctx: Ctx, { id, reason }: { id: number; reason: string }): void {
  getDraft(ctx, { id });
  cancel(ctx, id, reason);
}

const cancel = (ctx: Ctx, id: number, reason: string) => writeChange(ctx, id, { status: 'cancelled', lastError: reason }, 'cancelled');

/** Takes back whatever has not gone out yet of the messages about an opportunity, with the reason. Call it inside a transaction. */
export function takeBackMessages(ctx: Ctx, { opportunityId, reason }: { opportunityId: number; reason: string }): void {
  const waiting = ctx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.opportunityId, opportunityId), inArray(outbox.status, ['draft', 'queued'])))
    .all();
  for (const { id } of waiting) cancel(ctx, id, reason);
}

/**
 * Stops every marketing message to these addresses that has not gone out: drafts are cancelled, those in
 * the queue suppressed with the reason. Answers the opportunities that they were for. Call it inside the transaction in which the
 * consent ends.
 */
export function stopMarketing(ctx: Ctx, addresses: readonly string[], reason: string): number[] {
  const answered = new Set<number>();
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
        if (opportunityId !== null) answered.add(opportunityId);
      }
      if (stopped.length > 0) publishAfterCommit(ctx, 'messages');
    }
  return [...answered];
}

/** Marketing that has not gone out to an address, about a client or of an address that no other client has. */
const waitingAtAddress = prepared((db) =>
  db
    .select({ id: outbox.id, status: outbox.status })
    .from(outbox)
    .where(
      and(
        eq(emailKey(sql`"to"`), emailKey(sql`${sql.placeholder('from')}`)),
        inArray(outbox.status, ['draft', 'queued']),
        eq(outbox.marketing, true),
        sql`(not exists (select 1 from clients where ${emailKey(sql`clients.email`)} = ${emailKey(sql`${sql.placeholder('from')}`)} and coalesce(merged_into_id, clients.id) <> ${sql.placeholder('clientId')})
          or exists (select 1 from opportunities where opportunities.id = ${outbox.opportunityId} and subject_type = 'client'
            and subject_id = cast(${sql.placeholder('clientId')} as text))
          or ${outbox.relatedType} = 'workOrder' and exists (select 1 from work_orders where work_orders.id = ${outbox.relatedId}
            and work_orders.client_id = ${sql.placeholder('clientId')}))`,
      ),
    )
    .prepare(),
);

/**
 * Lets the marketing to a client that has not gone out follow them from their old address to their new one, in the words that it
 * has; where consent does not allow the new one it is stopped with the reason. Call it inside the transaction of the change, after it.
 */
export function moveMarketing(ctx: Ctx, { clientId, from, to }: { clientId: number; from: string; to: string }): void {
  const waiting = from.trim() === '' ? [] : waitingAtAddress(ctx.db).all({ clientId, from });
  if (waiting.length === 0) return;
  const { basis, reason } = explainBasis(ctx, to);
  if (basis) keepProof(ctx, to, basis);
  ensureRecipient(ctx, to);
  for (const { id, status } of waiting) {
    if (basis) writeChange(ctx, id, { to }, 'readdressed');
    else if (status === 'draft') cancel(ctx, id, reason);
    else writeChange(ctx, id, { status: 'suppressed', lastError: reason }, 'suppressed');
  }
}
