import { createHash, createHmac } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { quoteLines } from '../../../db/schema';
import { DEFAULT_DURATION_MINUTES } from '../../shared/dispatch';
import { MAX_CHECKLIST } from '../../shared/plans';
import { countedLines, getDeposit, sumQuote, sumQuoteMinutes } from '../../shared/quoting';
import type { PublicQuote, quoteApproval } from '../../shared/quoting-schemas';
import { getTaxTerms, ratesAtIssue, splitTaxable, type TaxedSums } from '../../shared/taxes';
import { findOrAddAddress } from '../clients/addresses';
import { findOrCreateClient, getRow as getClientRow } from '../clients/service';
import type { Ctx, RequestCtx } from '../context';
import { listCrew } from '../dispatch/crews';
import { cancelReplacedJob, findWaitingJob, makeQuotedJob } from '../dispatch/quoted/jobs';
import { getWorkOrder } from '../dispatch/work-orders';
import { issueDeposit } from '../invoices/agreed/deposit-invoice';
import { queueQuoteApproved } from '../mail/messages/priced-quote';
import { createPlan } from '../plans/service';
import { confirmByQuote } from '../quotes/service';
import { canApprove, getRowByToken, type LineRow, listLines, type QuoteRow, toPublicQuote, toQuote } from './reading';
import { changeRow, noteChange, REFUSALS, refuse } from './service';

type Approval = z.output<typeof quoteApproval>;
type ClientCtx = Ctx & Pick<RequestCtx, 'clientKey'>;
/** The lines that a client approves, with their sums and minutes. */
type Approved = { lines: LineRow[]; chosen: number[]; sums: TaxedSums; minutes: number };

/** Returns whether an approved quote was approved with these values, so that a repeat gets the same answer. */
function isSameApproval(row: QuoteRow, lines: readonly LineRow[], { version, chosen, total }: Approval): boolean {
  const before = lines.filter(({ isChosen }) => isChosen).map(({ id }) => id);
  const isSameChoice = before.length === new Set(chosen).size && before.every((id) => chosen.includes(id));
  return row.version === version && isSameChoice && row.totalCents === total;
}

/** Returns what the client approves. Throws CONFLICT unless version, lines and total are those of the quote. */
function assertShown(ctx: ClientCtx, row: QuoteRow, lines: readonly LineRow[], { version, chosen, total }: Approval): Approved {
  const isKnown = chosen.every((id) => lines.some((line) => line.id === id && line.isOptional));
  const sums = sumQuote(lines, row, chosen, row.planDiscountPercent ?? 0);
  if (row.version !== version || !isKnown || sums.totalCents !== total)
    throw refuse(ctx, row, 'The quote was changed. Please look at it again.');
  return { lines: countedLines(lines, chosen), chosen: [...new Set(chosen)], sums, minutes: sumQuoteMinutes(lines, chosen) };
}

/**
 * Approves a quote as its client saw it, all in one transaction: freezes lines, taxes and total, confirms the quote request, creates the
 * client, the job or the plan, and issues the deposit invoice. A repeat returns the same answer. Throws NOT_FOUND, and CONFLICT with the
 * current quote for another version, choice or total and for a quote that can no longer be approved.
 */
export function approveQuote(ctx: ClientCtx, input: Approval): PublicQuote {
  return inTransaction(ctx.db, () => {
    const row = getRowByToken(ctx, input.token);
    const lines = listLines(ctx, row.id);
    if (row.status === 'approved') {
      if (isSameApproval(row, lines, input)) return toPublicQuote(ctx, row);
      throw refuse(ctx, row, 'This quote is approved already, with other choices.');
    }
    if (!canApprove(ctx, row)) throw refuse(ctx, row, REFUSALS[row.status] ?? 'This quote has expired. Please ask us for a new one.');
    const approved = assertShown(ctx, row, lines, input);
    ctx.db.update(quoteLines).set({ isChosen: true }).where(inArray(quoteLines.id, approved.chosen)).run();
    return toPublicQuote(ctx, settle(ctx, row, approved, input.name));
  });
}

/** Stores an approval and creates everything that follows from it. Call it inside a transaction. */
function settle(ctx: ClientCtx, row: QuoteRow, approved: Approved, name: string): QuoteRow {
  const approvedAt = ctx.now().toISOString();
  const { lines, sums } = approved;
  const taxable = splitTaxable(lines.map(({ priceCents, quantity, isGoods }) => ({ cents: priceCents * quantity, isGoods })));
  const terms = getTaxTerms(row.taxProfile, taxable, ratesAtIssue(row));
  const depositCents = getDeposit(row, sums.totalCents);
  const clientId = findClient(ctx, row);
  if (row.inquiryId !== null) confirmByQuote(ctx, row.inquiryId, { clientId, quoteId: row.id });
  const work = createWork(ctx, { ...row, clientId }, approved);
  const depositInvoiceId = depositCents === null ? null : issueDeposit(ctx, { ...row, ...sums, ...terms, depositCents });
  const snapshot = takeSnapshot({ ...row, ...sums, ...terms, depositCents, approvedName: name, approvedAt }, lines);
  const stored = changeRow(ctx, row, {
    ...{ ...sums, ...terms, ...work, clientId, depositInvoiceId, status: 'approved', approvedName: name, approvedAt },
    approvedIpHash: createHmac('sha256', row.token).update(ctx.clientKey).digest('hex'),
    answeredAt: approvedAt,
    snapshot,
    snapshotHash: createHash('sha256').update(snapshot).digest('hex'),
  });
  queueQuoteApproved(ctx, toQuote(ctx, stored));
  noteChange(ctx, stored, 'approved', { totalCents: stored.totalCents, depositInvoiceId });
  return stored;
}

/** Returns the approved lines, taxes and total as the text that is kept with its hash. */
function takeSnapshot(row: Omit<QuoteRow, 'depositCents'> & { depositCents: number | null }, lines: readonly LineRow[]): string {
  const { number, version, customerName, serviceType, message, terms, taxProfile, hstRate, pstRate } = row;
  const { subtotalCents, hstCents, pstCents, totalCents, depositCents, approvedName, approvedAt } = row;
  const { planRrule, planStartDate, planStartTime, planDiscountPercent } = row;
  return JSON.stringify({
    ...{ number, version, customerName, serviceType, message, terms, taxProfile, hstRate, pstRate },
    lines: lines.map(({ id, kind, description, quantity, priceCents, minutes, isGoods, isOptional }) => ({
      ...{ id, kind, description, quantity, priceCents, minutes, isGoods, isOptional },
    })),
    ...{ subtotalCents, hstCents, pstCents, totalCents, depositCents, approvedName, approvedAt },
    ...(planRrule !== null && { plan: { planRrule, planStartDate, planStartTime, planDiscountPercent } }),
  });
}

/** Returns the client of a quote. The person of a quote request becomes a client, unless they are one. */
function findClient(ctx: ClientCtx, row: QuoteRow): number {
  if (row.clientId !== null) return getClientRow(ctx, row.clientId).mergedIntoId ?? row.clientId;
  const { customerName: name, customerEmail, customerPhone, customerAddress } = row;
  const known = { name, email: customerEmail ?? '', phone: customerPhone ?? '', address: customerAddress ?? '', notes: null };
  return findOrCreateClient(ctx, known).id;
}

/** Creates the job of an approved quote, or its plan. Returns the id of either. */
function createWork(
  ctx: ClientCtx,
  row: QuoteRow & { clientId: number },
  { lines, sums, minutes }: Approved,
): Pick<QuoteRow, 'workOrderId' | 'planId'> {
  // The address of a quote request; a client's own one may be another by now.
  const addressId =
    row.inquiryId === null || !row.customerAddress ? null : findOrAddAddress(ctx, row.clientId, row.customerAddress, 'From a quote');
  const place = { clientId: row.clientId, addressId: addressId ?? null, serviceType: row.serviceType };
  const notes = addressId === undefined ? `Address on the quote: ${row.customerAddress}` : null;
  const components = toComponents(lines);
  const { planRrule: rrule, planStartDate: startDate, planStartTime: startTime } = row;
  if (rrule !== null && startDate !== null && startTime !== null) {
    const price = {
      price: lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0),
      discountPercent: row.planDiscountPercent ?? 0,
      minutes: minutes || DEFAULT_DURATION_MINUTES,
    };
    const rule = { rrule, startDate, startTime, holidayRule: 'skip', billing: 'visit' } as const;
    const waitingJob = findWaitingJob(ctx, row.inquiryId);
    const crewSize = Math.max(1, waitingJob ? listCrew(ctx, waitingJob.id).length : 0);
    const given = { ...place, ...rule, ...price, notes, checklist: components.slice(0, MAX_CHECKLIST), crewSize };
    const plan = createPlan(ctx, given, { waitingJob });
    if (waitingJob && getWorkOrder(ctx, waitingJob.id).planId === null) cancelReplacedJob(ctx, waitingJob);
    return { planId: plan.id, workOrderId: null };
  }
  const description = `Quote ${row.number}`;
  const { inquiryId } = row;
  const order = makeQuotedJob(ctx, { ...place, inquiryId, description, notes, totalAmount: sums.subtotalCents, minutes, components });
  return { workOrderId: order.id, planId: null };
}

/** Returns the tasks of the job: the approved lines without discounts, each with its minutes. */
const toComponents = (lines: readonly LineRow[]) =>
  lines
    .filter(({ kind }) => kind !== 'discount')
    .map(({ description, quantity, minutes }) => ({
      component: (quantity === 1 ? description : `${quantity} × ${description}`).slice(0, 120),
      estimatedTime: minutes ? minutes * quantity : undefined,
    }));
