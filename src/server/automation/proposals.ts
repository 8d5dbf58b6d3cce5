import { and, count, eq, inArray } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { clients, contactInquiries, orders, outbox } from '../../../db/schema';
import type { Opportunity } from '../../shared/automation';
import type { Evidence, OpportunityKind } from '../../shared/automation-words';
import { DomainError } from '../../shared/errors';
import { writeDraft } from '../mail/drafts';
import type { Ctx } from '../trpc';
import { plainLine } from './lead';
import { getOpportunity, getOpportunityRow, LIVE_STATUSES, noteDrafted, type OpportunityRow } from './opportunities';
import { obstacleOf, personOf } from './people';

/** Which message each kind gets; nobody can be written to about a market. */
const PURPOSES = {
  partnership: 'partnership-proposal',
  corporate_contract: 'contract-proposal',
  strategic_alliance: 'alliance-proposal',
} as const satisfies Partial<Record<OpportunityKind, string>>;
const CALL_THEM = 'No consent on record: call them.';
/** People of an organisation who are tried, the longest known first. */
const MOST_PEOPLE = 5;

type Addressee = { name: string; email: string };

/** Who stands behind a row, if it is somebody. */
function addresseeOf({ db }: Ctx, { type, id }: Pick<Evidence, 'type' | 'id'>): Addressee | undefined {
  const key = Number(id);
  if (type === 'client') return db.select({ name: clients.name, email: clients.email }).from(clients).where(eq(clients.id, key)).get();
  if (type === 'quote')
    return db
      .select({ name: contactInquiries.name, email: contactInquiries.email })
      .from(contactInquiries)
      .where(eq(contactInquiries.id, key))
      .get();
  if (type !== 'order') return undefined;
  const order = { name: orders.customerName, email: orders.customerEmail };
  return db.select(order).from(orders).where(eq(orders.orderNumber, key)).get();
}

/** Who may be written to about an opportunity: the subject itself, or of an organisation with a domain of its own its people. */
function addresseesOf(ctx: Ctx, { subjectType, subjectId, evidence }: OpportunityRow): Addressee[] {
  const rows: Pick<Evidence, 'type' | 'id'>[] =
    subjectType === 'domain' ? (JSON.parse(evidence) as Evidence[]) : [{ type: subjectType, id: subjectId }];
  return rows.slice(0, MOST_PEOPLE).flatMap((row) => addresseeOf(ctx, row) ?? []);
}

/** The reason as the letter gives it: who asked is told so, not where their address led. */
const factFor = ({ subjectType, reason }: OpportunityRow): string =>
  subjectType === 'quote' ? 'You asked us for commercial cleaning.' : reason;

/** Refuses what is no proposal, closed or written already. */
function assertWritable(ctx: Ctx, { id, kind, status }: OpportunityRow) {
  if (!(kind in PURPOSES)) throw new DomainError('CONFLICT', 'There is nobody to write to about this opportunity.');
  if (!LIVE_STATUSES.includes(status)) throw new DomainError('CONFLICT', `This opportunity is ${status}.`);
  const live = ctx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.opportunityId, id), inArray(outbox.status, ['draft', 'queued', 'sent', 'stored'])))
    .limit(1)
    .get();
  if (live) throw new DomainError('CONFLICT', 'A message about this opportunity is written already.');
}

/**
 * Writes the message of a partnership, a contract or an alliance as a draft, to the first of its people whom consent allows; what it
 * rests on is its reason, since the evidence may name others. Throws NOT_FOUND, and CONFLICT where there is nobody to write to.
 */
export function draftProposal(ctx: Ctx, { id }: { id: number }): Opportunity {
  return inTransaction(ctx.db, () => {
    const row = getOpportunityRow(ctx, id);
    assertWritable(ctx, row);
    // One that was discarded leaves room for the next.
    const written = ctx.db.select({ rows: count() }).from(outbox).where(eq(outbox.opportunityId, id)).get()?.rows ?? 0;
    for (const { name, email } of addresseesOf(ctx, row)) {
      const obstacle = obstacleOf(personOf(ctx, { email }));
      if (obstacle) continue;
      const outcome = writeDraft(ctx, {
        purpose: PURPOSES[row.kind as keyof typeof PURPOSES],
        to: email,
        values: { customerName: plainLine(name), fact: factFor(row) },
        ...{ relatedType: 'opportunity', relatedId: id, opportunityId: id },
        dedupeKey: `proposal:${id}:${written + 1}`,
      });
      if (outcome === 'call-only' || outcome === 'known') continue;
      noteDrafted(ctx, row);
      return getOpportunity(ctx, { id });
    }
    throw new DomainError('CONFLICT', CALL_THEM);
  });
}
