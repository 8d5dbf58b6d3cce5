import type { Ctx } from '../../context';
import { addTodo } from '../../todos/service';
import { getDepositKey, getRefundPath, getRefundText } from '../payments/refund-todos';
import { sumInvoiceReceipts } from '../payments/refunds';
import { deleteInvoice } from '../voiding';
import { findDeductor } from './deposits';
import { findBookingDeposit } from './job-deposits';

/**
 * Ends the deposit of a cancelled booking: asks the office to refund what was paid of it, and voids its invoice if nothing was. One that
 * another invoice deducts stays with that invoice. Call it inside the transaction of the cancellation.
 */
export function endDeposit(ctx: Ctx, bookingId: number): void {
  const invoice = findBookingDeposit(ctx, bookingId);
  if (!invoice) return;
  const { totalCents: received } = sumInvoiceReceipts(ctx, invoice.id);
  if (received > 0)
    addTodo(ctx, {
      kind: 'refund',
      text: getRefundText(received, invoice.customerName),
      path: getRefundPath(invoice.id),
      dedupeKey: getDepositKey(invoice.id),
    });
  else if (invoice.status !== 'paid' && invoice.amountPaidCents === 0 && !findDeductor(ctx, invoice.id))
    deleteInvoice(ctx, { id: invoice.id });
}
