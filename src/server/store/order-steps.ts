import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { changeRows } from '../../../db/row-changes';
import { orders } from '../../../db/schema';
import type { RowResults } from '../../shared/bulk';
import { askFirst, DomainError } from '../../shared/errors';
import type { orderPayments, orderStepsChange, orderStepsUndo } from '../../shared/store';
import { isAwaitingTransfer } from '../../shared/store-options';
import { formatOrderNumber } from '../../shared/store-sums';
import { findUndoable, recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { deleteShippedMessage } from '../mail/messages/order';
import { getRow, setOrderPayment, setOrderStatus } from './orders';

type Step = z.output<typeof orderStepsUndo>['orders'][number];
const getNumber = ({ orderNumber }: { orderNumber: number }): number => orderNumber;

/** Returns the numbers of orders whose e-Transfer has not arrived. */
function findAwaiting(ctx: Ctx, numbers: number[]): string[] {
  const rows = ctx.db.select().from(orders).where(inArray(orders.orderNumber, numbers)).all();
  return rows.filter(isAwaitingTransfer).map(({ orderNumber }) => formatOrderNumber(orderNumber));
}

/** Takes the next step of several orders. Asks before orders are shipped whose e-Transfer has not arrived. */
export const takeOrderSteps = (ctx: Ctx, { orders: steps, confirm }: z.output<typeof orderStepsChange>): RowResults =>
  inTransaction(ctx.db, () => {
    const awaiting = findAwaiting(ctx, steps.filter(({ status }) => status === 'shipped').map(getNumber));
    if (awaiting.length > 0) askFirst(confirm, `The e-Transfer for ${awaiting.join(', ')} has not arrived. Ship anyway?`);
    return changeRows(ctx.db, steps, getNumber, (step) => void setOrderStatus(ctx, { ...step, reason: null, confirm: true }));
  });

const STAMPS = { processing: {}, shipped: { shippedAt: null }, delivered: { deliveredAt: null } };

/**
 * Undoes the last step of several orders within seconds. Throws NOT_FOUND, and CONFLICT if a step is too old, its message was sent, or
 * another change followed.
 */
export const undoOrderSteps = (ctx: Ctx, { orders: steps }: z.output<typeof orderStepsUndo>): RowResults =>
  changeRows(ctx.db, steps, getNumber, (step) => undoStep(ctx, step));

function undoStep(ctx: Ctx, { orderNumber, status }: Step): void {
  const row = getRow(ctx, orderNumber);
  const last = findUndoable(ctx, { verb: `order.${status}`, entityType: 'order', entityId: orderNumber });
  if (!last || row.status !== status || (status === 'shipped' && !deleteShippedMessage(ctx, orderNumber)))
    throw new DomainError('CONFLICT', `${formatOrderNumber(orderNumber)} is ${row.status}. This can no longer be undone.`);
  const { from } = JSON.parse(last.data);
  const changes = { status: from, updatedAt: ctx.now().toISOString(), ...STAMPS[status] };
  ctx.db.update(orders).set(changes).where(eq(orders.orderNumber, orderNumber)).run();
  recordActivity(ctx, { verb: 'order.undone', entityType: 'order', entityId: orderNumber, data: { from: status, to: from } });
  publishAfterCommit(ctx, 'store');
}

/** Marks several orders as paid with a receipt each, or removes payments and receipts. */
export const setOrderPayments = (ctx: Ctx, { orders: payments }: z.output<typeof orderPayments>): RowResults =>
  changeRows(ctx.db, payments, getNumber, (payment) => void setOrderPayment(ctx, { ...payment, sendReceipt: false }));
