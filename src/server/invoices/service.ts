import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inRepeatableTransaction, inTransaction } from '../../../db/client';
import { CLEAN_UP_ROWS } from '../../../db/prepared';
import { invoices } from '../../../db/schema';
import type { RowResults } from '../../shared/bulk';
import type { WorkOrder } from '../../shared/dispatch';
import { DomainError, fieldError } from '../../shared/errors';
import type { Invoice, invoiceChange, invoiceInput, invoiceSteps } from '../../shared/invoices-schemas';
import { pickTerms, ratesAtIssue, type TaxedSums, type TaxTerms } from '../../shared/taxes';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { findRepeat, hashRequest } from '../http/requests/repeats';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import { agreeWith } from './agreed/agreed-job';
import { assertDepositsKept } from './agreed/deposits';
import { claimJob, getLinks } from './billing';
import { changeRow, issueDraft, noteChange } from './issuing';
import { changeFields, computeSums, type Fields, insertItems } from './lines';
import { takeNumber } from './numbers';
import { applyPromises, refusePromises, repriceService } from './offers/granting';
import { assertOffersKept, isReduced } from './offers/offer-lines';
import { newPayToken } from './payments/pay-link';
import { payInFull } from './payments/payments';
import { getRow, getStatusOn, type InvoiceRow, isCredited, isVoided, toInvoice } from './reading';
import { getDiscounted } from './visits/discounts';
import { addJobs, hasSeveralJobs } from './visits/jobs';
import { changeDocuments, deleteInvoice, restoreInvoice, undoPayment } from './voiding';

type NewInvoice = Omit<z.output<typeof invoiceInput>, 'confirm'>;

/**
 * Stores an invoice with its number, taxes, lines and the promised offers. `agreed` has the tax terms of the job's quote or deposit, which
 * replace today's; an invoice with a fixed total, such as that of a quote, gets no offers. `jobs` are the visits of an invoice that bills
 * several. Call it inside a transaction.
 */
export function insertInvoice(
  ctx: Ctx,
  { invoiceNumber, subtotal, items = [], idempotencyKey, withoutOffers = [], ...fields }: NewInvoice,
  requestHash: string | null,
  agreed?: { terms: TaxTerms; sums?: TaxedSums; isFixed: boolean },
  jobs: readonly number[] = [],
): InvoiceRow {
  assertOffersKept(ctx, undefined, items);
  const terms = agreed?.terms;
  const sums = agreed?.sums
    ? { ...pickSums(agreed.sums), ...pickTerms(agreed.terms) }
    : computeSums(ctx, terms?.taxProfile ?? getSettings(ctx).taxProfile, items, subtotal, terms && ratesAtIssue(terms));
  const number = takeNumber(ctx, 'invoice', invoiceNumber);
  const at = ctx.now().toISOString();
  const row = ctx.db
    .insert(invoices)
    .values({
      ...fields,
      ...sums,
      invoiceNumber: number.text,
      numberValue: number.value,
      ...(idempotencyKey && { idempotencyKey, requestHash }),
      createdAt: at,
      updatedAt: at,
      issuedAt: fields.status === 'draft' ? null : at,
      payToken: fields.status === 'draft' ? null : newPayToken(),
    })
    .returning()
    .get();
  insertItems(ctx, row.id, items);
  addJobs(ctx, row.id, jobs);
  noteChange(ctx, row, 'created', { status: row.status, totalCents: row.totalCents });
  refusePromises(ctx, row, withoutOffers);
  return agreed?.isFixed ? row : applyPromises(ctx, row);
}

const pickSums = ({ subtotalCents, hstCents, pstCents, totalCents }: TaxedSums): TaxedSums => ({
  subtotalCents,
  hstCents,
  pstCents,
  totalCents,
});

/**
 * Links an invoice to the work order and the booking of its job, unless it has them or bills several jobs. Call it inside a transaction.
 */
export function linkToJob(ctx: Ctx, row: InvoiceRow, job: Pick<InvoiceRow, 'workOrderId' | 'bookingId'>): InvoiceRow {
  const links = { workOrderId: row.workOrderId ?? job.workOrderId, bookingId: row.bookingId ?? job.bookingId };
  const isLinked = links.workOrderId === row.workOrderId && links.bookingId === row.bookingId;
  if (isLinked || hasSeveralJobs(ctx, row.id)) return row;
  noteChange(ctx, row, 'linked', links);
  return changeRow(ctx, row, links);
}

/**
 * Makes an invoice; the server sets number, taxes and total. The same key with the same contents returns the first invoice. Throws
 * BAD_REQUEST if the line items add up to another subtotal or an issued invoice comes to 0, CONFLICT if the first invoice was
 * deleted, and UNPROCESSABLE for a key that was used for another invoice.
 */
export function createInvoice(ctx: Ctx, input: z.output<typeof invoiceInput>): Invoice {
  const requestHash = hashRequest(input);
  return inTransaction(ctx.db, () => {
    const first = findRepeat(ctx, invoices, input.idempotencyKey, requestHash);
    if (first?.deletedAt != null)
      throw new DomainError(
        'CONFLICT',
        `This request already made invoice ${first.invoiceNumber}, which ${isVoided(first) ? 'was voided' : 'is in the bin. Please restore it'}.`,
      );
    if (first) return toInvoice(ctx, first);
    const { confirm, ...invoice } = input;
    assertDepositsKept(ctx, undefined, input.items ?? []);
    const job = claimJob(ctx, input, confirm);
    const agreed = agreeWith(ctx, job, input, input.serviceType);
    const charged = agreed ? { items: agreed.items, subtotal: agreed.subtotal } : chargeVisit(ctx, job.order, invoice);
    const made = insertInvoice(ctx, { ...invoice, ...getLinks(job), ...charged }, requestHash, agreed);
    assertNotZero(ctx, made);
    return toInvoice(ctx, made);
  });
}

/** Returns the lines of a plan's visit with a discount, unless the office wrote its own lines or another subtotal. */
function chargeVisit(ctx: Ctx, order: WorkOrder | undefined, { items = [], subtotal }: Pick<NewInvoice, 'items' | 'subtotal'>) {
  const charge = items.length > 0 ? undefined : getDiscounted(ctx, order);
  return charge?.subtotal === subtotal ? charge : {};
}

/** Throws BAD_REQUEST for an issued invoice of 0 without an offer or a deduction, since it could never be paid. */
function assertNotZero(ctx: Ctx, { id, status, totalCents }: InvoiceRow): void {
  const message = 'Please enter a subtotal above 0, or keep it as a draft.';
  if (status !== 'draft' && totalCents === 0 && !isReduced(ctx, id)) throw fieldError('subtotal', message);
}

/** Changes the status of an unpaid invoice other than by a payment: only a draft can be issued. Overdue is set by the due date. */
function changeStatus(ctx: Ctx, row: InvoiceRow, status: InvoiceRow['status'], confirm: boolean): InvoiceRow {
  const now = getStatusOn(row, businessDay(ctx.now()));
  if (status === now || (status === 'pending' && now === 'overdue')) return row;
  if (row.status !== 'draft' || status !== 'pending')
    throw new DomainError('CONFLICT', `An invoice that is ${now} cannot become ${status}.`);
  return issueDraft(ctx, row, confirm);
}

/**
 * Changes an unpaid invoice. `status: 'paid'` pays it in full and makes its receipt in the same transaction; a paid invoice stays as
 * it is. `status: 'pending'` undoes that payment. Asks first before it issues a draft without a promised offer. Throws NOT_FOUND,
 * BAD_REQUEST, and CONFLICT for a change of a paid invoice or a status that cannot follow.
 */
export function updateInvoice(ctx: Ctx, input: z.output<typeof invoiceChange>): Invoice {
  const { id, status, paymentMethod, items: sentItems, subtotal: sentSubtotal, updatedAtWas, confirm, ...fields } = input;
  return inTransaction(ctx.db, () => {
    const found = getRow(ctx, id);
    if (updatedAtWas !== undefined && updatedAtWas !== (found.updatedAt ?? found.createdAt))
      throw new DomainError('CONFLICT', `Invoice ${found.invoiceNumber} was changed meanwhile. Please look at it again.`);
    const row = found.status === 'paid' && status === 'pending' ? undoPayment(ctx, found) : found;
    const changes: Fields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const { items, subtotal } = (sentItems ? undefined : repriceService(ctx, row, sentSubtotal)) ?? {
      items: sentItems,
      subtotal: sentSubtotal,
    };
    const isChange = Object.keys(changes).length > 0 || items !== undefined || subtotal !== undefined;
    if ((row.status === 'paid' || isCredited(row)) && (isChange || (status === undefined && paymentMethod !== undefined)))
      throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is ${isCredited(row) ? 'credited' : 'paid'} and cannot be changed.`);
    if (paymentMethod !== undefined && status !== 'paid') changes.paymentMethod = paymentMethod;
    if (sentItems) assertOffersKept(ctx, id, sentItems);
    const isChanged = isChange || changes.paymentMethod !== undefined;
    const stored = isChanged ? changeFields(ctx, row, changes, items, subtotal) : row;
    const isFirstAmount = row.status === 'draft' && row.subtotalCents === 0 && stored.subtotalCents > 0;
    const changed = isFirstAmount ? applyPromises(ctx, stored) : stored;
    if (items !== undefined || subtotal !== undefined) assertNotZero(ctx, changed);
    if (status === 'paid') payInFull(ctx, changed, paymentMethod ?? 'cash', confirm);
    else if (status !== undefined) changeStatus(ctx, changed, status, confirm);
    return toInvoice(ctx, getRow(ctx, id));
  });
}

/** Marks an invoice as paid in cash. Throws CONFLICT for a paid one, so that undoing the step reopens only the invoices that it paid. */
function pay(ctx: Ctx, id: number): void {
  const { status, invoiceNumber } = getRow(ctx, id);
  if (status === 'paid') throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} is paid already.`);
  updateInvoice(ctx, { id, status: 'paid', paymentMethod: 'cash', confirm: false });
}

const STEPS: Record<z.output<typeof invoiceSteps>['step'], (ctx: Ctx, id: number) => unknown> = {
  pay,
  reopen: (ctx, id) => updateInvoice(ctx, { id, status: 'pending', confirm: false }),
  delete: (ctx, id) => deleteInvoice(ctx, { id }),
  restore: (ctx, id) => restoreInvoice(ctx, { id, confirm: false }),
};

/**
 * Marks several invoices as paid, reopens, deletes or restores them. One that would ask first stays as it is, with the question as its
 * reason.
 */
export const changeInvoices = (ctx: Ctx, { ids, step }: z.output<typeof invoiceSteps>): RowResults =>
  changeDocuments(ctx, ids, (id) => STEPS[step](ctx, id));

/**
 * Stores `overdue` for open invoices past their due date, so that exports and reports agree with the screens. Returns true if there may be
 * more.
 */
export function markOverdueInvoices(ctx: Ctx): boolean {
  const today = businessDay(ctx.now());
  return inRepeatableTransaction(ctx.db, () => {
    const { changes: marked } = ctx.db.run(
      // Names the index, since the planner without statistics would read every open invoice.
      sql`update invoices set status = 'overdue' where id in (select id from invoices indexed by invoices_status_due
        where deleted_at is null and status = 'pending' and due_date < ${today}
        limit ${sql.raw(String(CLEAN_UP_ROWS))})`,
    );
    if (marked === 0) return false;
    recordActivity(ctx, { verb: 'invoice.overdue', entityType: 'invoice', entityId: 'all', data: { marked } });
    publishAfterCommit(ctx, 'money');
    return marked === CLEAN_UP_ROWS;
  });
}
