import { and, eq, inArray } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client';
import { countRows } from '../../../../db/prepared';
import { clients, contactInquiries, orders, outbox } from '../../../../db/schema';
import type { Evidence, OpportunityKind } from '../../../shared/automation';
import type { Opportunity } from '../../../shared/automation-schemas';
import { DomainError } from '../../../shared/errors';
import { toSingleLine } from '../../../shared/message-text';
import type { Ctx } from '../../context';
import { writeDraft } from '../../mail/drafts';
import { getOpportunity, getOpportunityRow, LIVE_STATUSES, noteDrafted, type OpportunityRow } from '../opportunities';
import { findPerson, reasonNotToContact } from '../people';

/** The message of each kind; a market expansion has no addressee. */
const PURPOSES = {
  partnership: 'partnership-proposal',
  corporate_contract: 'contract-proposal',
  strategic_alliance: 'alliance-proposal',
} as const satisfies Partial<Record<OpportunityKind, string>>;
const CALL_THEM = 'No consent on record: call them.';
const NO_EMAIL = 'No e-mail address: call them.';
/** People of an organisation who are tried at most, the longest known first. */
const MOST_PEOPLE = 5;

type Addressee = { name: string; email: string | null };

function findAddressee({ db }: Ctx, { type, id }: Pick<Evidence, 'type' | 'id'>): Addressee | undefined {
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

function listAddressees(ctx: Ctx, { subjectType, subjectId, evidence }: OpportunityRow): Addressee[] {
  const rows: Pick<Evidence, 'type' | 'id'>[] =
    subjectType === 'domain' ? (JSON.parse(evidence) as Evidence[]) : [{ type: subjectType, id: subjectId }];
  return rows.slice(0, MOST_PEOPLE).flatMap((row) => findAddressee(ctx, row) ?? []);
}

/** Returns the reason for the letter; a person who asked reads that they asked, not what their e-mail address suggests. */
function formatFact({ kind, evidence, reason }: OpportunityRow): string {
  const [first] = JSON.parse(evidence) as Evidence[];
  return kind === 'corporate_contract' && first?.type === 'quote' ? 'You asked us for commercial cleaning.' : reason;
}

/** Throws CONFLICT if an opportunity needs no proposal, is closed, or has a message already. */
function assertWritable(ctx: Ctx, { id, kind, status }: OpportunityRow) {
  if (!(kind in PURPOSES)) throw new DomainError('CONFLICT', 'There is nobody to write to about this opportunity.');
  if (!LIVE_STATUSES.includes(status)) throw new DomainError('CONFLICT', `This opportunity is ${status}.`);
  const isLive = and(eq(outbox.opportunityId, id), inArray(outbox.status, ['draft', 'queued', 'sent', 'stored']));
  if (countRows(ctx.db, outbox, isLive) > 0) throw new DomainError('CONFLICT', 'A message about this opportunity is written already.');
}

/**
 * Drafts the proposal of a partnership, contract or alliance to the first person who consented. It quotes the reason but not the
 * evidence, which may name other people. Throws NOT_FOUND, and CONFLICT if there is no one to write to.
 */
export function draftProposal(ctx: Ctx, { id }: { id: number }): Opportunity {
  return inTransaction(ctx.db, () => {
    const row = getOpportunityRow(ctx, id);
    assertWritable(ctx, row);
    // A discarded draft keeps its key, so the next one needs another number.
    const written = countRows(ctx.db, outbox, eq(outbox.opportunityId, id));
    const addressees = listAddressees(ctx, row);
    for (const { name, email } of addressees) {
      if (!email) continue;
      const obstacle = reasonNotToContact(findPerson(ctx, { email }));
      if (obstacle) continue;
      const outcome = writeDraft(ctx, {
        purpose: PURPOSES[row.kind as keyof typeof PURPOSES],
        to: email,
        values: { customerName: toSingleLine(name), fact: formatFact(row) },
        ...{ relatedType: 'opportunity', relatedId: id, opportunityId: id },
        dedupeKey: `proposal:${id}:${written + 1}`,
      });
      if (outcome === 'call-only' || outcome === 'known') continue;
      noteDrafted(ctx, row);
      return getOpportunity(ctx, { id });
    }
    throw new DomainError('CONFLICT', addressees.length > 0 && addressees.every(({ email }) => !email) ? NO_EMAIL : CALL_THEM);
  });
}
