import { formatMoney } from '../../../shared/store-sums';
import type { Ctx } from '../../context';
import { finishTodoByKey, finishTodoLike } from '../../todos/service';
import { sumInvoiceReceipts } from './refunds';

/** Returns the screen where the office records a refund. */
export const getRefundPath = (invoiceId: number | null): string => (invoiceId === null ? '/receipts' : `/invoices?invoice=${invoiceId}`);
export const getRefundText = (cents: number, customerName: string): string => `Refund ${formatMoney(cents)} to ${customerName}`;
/** Names the to-do to refund the deposit of a cancelled booking. */
export const getDepositKey = (invoiceId: number): string => `deposit:${invoiceId}`;

type Refunded = { invoiceId: number | null; cents: number; customerName: string };
/**
 * Ticks off the to-do that asked for a refund which was made: one of the same amount on the same invoice, or of the same person without an
 * invoice, and that of a deposit that is refunded in full. Call it inside a transaction.
 */
export function finishRefundTodos(ctx: Ctx, { invoiceId, cents, customerName }: Refunded): void {
  const todo = { kind: 'refund', path: getRefundPath(invoiceId) } as const;
  if (invoiceId === null) {
    finishTodoLike(ctx, { ...todo, text: getRefundText(cents, customerName) });
    return;
  }
  // The screen names the invoice, on which the name may have changed since.
  finishTodoLike(ctx, { ...todo, text: getRefundText(cents, ''), isStart: true });
  if (sumInvoiceReceipts(ctx, invoiceId).totalCents <= 0) finishTodoByKey(ctx, getDepositKey(invoiceId));
}
