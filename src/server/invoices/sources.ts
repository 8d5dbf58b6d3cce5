import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { getPhase } from '../../shared/dispatch';
import { DomainError, fieldError } from '../../shared/errors';
import type { Invoice, invoiceFromBooking, invoiceFromWorkOrder } from '../../shared/invoices-schemas';
import { formatMoney } from '../../shared/store-sums';
import type { Ctx } from '../context';
import { type Agreed, getAgreed } from './agreed/agreed-job';
import { getPrice, type Job } from './agreed/job';
import {
  assertBookingBillable,
  assertOrderDone,
  assertUnpaid,
  getDueDay,
  getJobFacts,
  getJobOfBooking,
  getJobOfOrder,
  getLinks,
} from './billing';
import { payInFull } from './payments/payments';
import { findJobInvoice, getRow, type InvoiceRow, toInvoice } from './reading';
import { insertInvoice, linkToJob } from './service';
import { getDiscounted } from './visits/discounts';

const NO_PRICE = 'This job has no price yet. Please enter the subtotal.';

/**
 * Returns the invoice of a job, or creates it. With the office's price it is issued at once; with only the client's estimate it is a
 * draft. It is due after the days set in the settings. Call it inside a transaction. Throws BAD_REQUEST at `subtotal` for a job without
 * any price, and CONFLICT for a job that was paid.
 */
function findOrCreateInvoice(ctx: Ctx, job: Job, confirm: boolean): Invoice {
  const links = getLinks(job);
  const invoice = findJobInvoice(ctx, links);
  if (invoice) return toInvoice(ctx, linkToJob(ctx, invoice, links));
  assertUnpaid(ctx, job, confirm);
  const { price, estimate } = getPrice(job);
  const agreed = getAgreed(ctx, job);
  if (agreed) return toInvoice(ctx, insertAgreed(ctx, job, agreed, agreed.isFixed || price !== undefined ? 'pending' : 'draft'));
  const subtotal = price ?? estimate;
  if (subtotal === undefined) throw fieldError('subtotal', NO_PRICE);
  const status = price === undefined ? 'draft' : 'pending';
  const charge = getDiscounted(ctx, job.order) ?? { subtotal };
  return toInvoice(ctx, insertInvoice(ctx, { ...getJobFacts(job), ...links, dueDate: getDueDay(ctx), ...charge, status }, null));
}

/** Throws CONFLICT for a job without a price from the office. */
export function assertPriced(job: Job): void {
  const { price, estimate } = getPrice(job);
  if (price !== undefined) return;
  throw new DomainError(
    'CONFLICT',
    estimate === undefined
      ? 'This job has no price yet. Please enter its price first.'
      : `This job has only the estimate of its client, ${formatMoney(estimate)}. Please enter its price first.`,
  );
}

/**
 * Bills a work order at the office's price without asking anything, and returns its invoice and whether that is new. Call it inside a
 * transaction. Throws NOT_FOUND, CONFLICT for a job that is not completed, has no price from the office or was paid, and what asks first.
 */
export function billWorkOrder(ctx: Ctx, id: number): { invoice: Invoice; isNew: boolean } {
  const job = getJobOfOrder(ctx, id);
  const invoice = findJobInvoice(ctx, getLinks(job));
  if (invoice) return { invoice: toInvoice(ctx, linkToJob(ctx, invoice, getLinks(job))), isNew: false };
  assertOrderDone(job);
  assertPriced(job);
  return { invoice: findOrCreateInvoice(ctx, job, false), isNew: true };
}

/**
 * Stores the invoice of a quoted job or of one with a deposit. If the deposits paid for all of an issued one, nothing is left to pay.
 * Throws BAD_REQUEST without an amount.
 */
function insertAgreed(ctx: Ctx, job: Job, agreed: Agreed, status: 'draft' | 'pending'): InvoiceRow {
  const { items, subtotal } = agreed;
  if (subtotal === 0 && !items.some(({ depositInvoiceId }) => depositInvoiceId)) throw fieldError('subtotal', NO_PRICE);
  const facts = { ...getJobFacts(job), ...getLinks(job), dueDate: getDueDay(ctx) };
  const row = insertInvoice(ctx, { ...facts, items, subtotal, status }, null, agreed);
  return payIfFree(ctx, row);
}

/** Marks an issued invoice of $0.00 as paid. Call it inside a transaction. Returns the row as it is then. */
export function payIfFree(ctx: Ctx, row: InvoiceRow): InvoiceRow {
  if (row.totalCents > 0 || row.status === 'draft') return row;
  payInFull(ctx, row, 'cash', true);
  return getRow(ctx, row.id);
}

/** Returns the invoice of a work order, or creates it. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT if the work order is not completed. */
export function createFromWorkOrder(ctx: Ctx, { id, confirm }: z.output<typeof invoiceFromWorkOrder>): Invoice {
  return inTransaction(ctx.db, () => {
    const job = getJobOfOrder(ctx, id);
    if (!findJobInvoice(ctx, getLinks(job))) assertOrderDone(job);
    return findOrCreateInvoice(ctx, job, confirm);
  });
}

/**
 * Returns the invoice of a booking, or creates it from its work order, or from the booking itself if that has no live work order.
 * Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for a booking that did not take place.
 */
export function createFromBooking(ctx: Ctx, { id, confirm }: z.output<typeof invoiceFromBooking>): Invoice {
  return inTransaction(ctx.db, () => {
    const { booking, order } = getJobOfBooking(ctx, id);
    if (!findJobInvoice(ctx, getLinks({ booking, order }))) assertBookingBillable({ booking, order });
    return findOrCreateInvoice(ctx, { booking, order: order && getPhase(order.status) !== 'cancelled' ? order : undefined }, confirm);
  });
}
