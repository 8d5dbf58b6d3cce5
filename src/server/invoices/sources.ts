import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { phaseOf } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { Invoice, ofBooking, ofWorkOrder } from '../../shared/invoices';
import type { Ctx } from '../context';
import {
  assertBookingKept,
  assertOrderDone,
  assertUnpaid,
  dueDayOf,
  factsOf,
  type Job,
  jobOfBooking,
  jobOfOrder,
  linksOf,
  priceOf,
} from './billing';
import { findInvoiceOf, showInvoice } from './reading';
import { insertInvoice, linkToJob } from './service';

const NO_PRICE = 'This job has no price yet. Please enter the subtotal.';

/**
 * Returns the one invoice of a job, and makes it if there is none: due after the owner's days, and a draft if the office has not
 * named the price, which then begins with the client's own guess. Call it inside a transaction. Throws BAD_REQUEST at `subtotal`
 * for a job without any price, and CONFLICT for a job that was paid.
 */
function invoiceOf(ctx: Ctx, job: Job, confirm: boolean): Invoice {
  const links = linksOf(job);
  const known = findInvoiceOf(ctx, links);
  if (known) return showInvoice(ctx, linkToJob(ctx, known, links));
  assertUnpaid(ctx, job, confirm);
  const { price, guess } = priceOf(job);
  const subtotal = price ?? guess;
  if (subtotal === undefined) throw new DomainError('BAD_REQUEST', NO_PRICE, { issues: [{ path: 'subtotal', message: NO_PRICE }] });
  const status = price === undefined ? 'draft' : 'pending';
  return showInvoice(ctx, insertInvoice(ctx, { ...factsOf(job), ...links, dueDate: dueDayOf(ctx), subtotal, status }, null));
}

/** The invoice of a completed work order, made where there is none yet. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for one that is not completed. */
export function createFromWorkOrder(ctx: Ctx, { id, confirm }: z.output<typeof ofWorkOrder>): Invoice {
  return inTransaction(ctx.db, () => {
    const job = jobOfOrder(ctx, id);
    if (!findInvoiceOf(ctx, linksOf(job))) assertOrderDone(job);
    return invoiceOf(ctx, job, confirm);
  });
}

/**
 * The invoice of a booking, made where there is none yet: of its work order where it has one that is not called off, else of what
 * was booked. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for a booking that did not take place.
 */
export function createFromBooking(ctx: Ctx, { id, confirm }: z.output<typeof ofBooking>): Invoice {
  return inTransaction(ctx.db, () => {
    const { booking, order } = jobOfBooking(ctx, id);
    if (!findInvoiceOf(ctx, linksOf({ booking, order }))) assertBookingKept({ booking, order });
    return invoiceOf(ctx, { booking, order: order && phaseOf(order.status) !== 'cancelled' ? order : undefined }, confirm);
  });
}
