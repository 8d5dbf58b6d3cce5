import { and, eq, isNull, sql } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared';
import { type orders, receipts } from '../../../../db/schema';
import { DomainError } from '../../../shared/errors';
import type { PaymentMethod } from '../../../shared/store-options';
import { formatOrderNumber } from '../../../shared/store-sums';
import { getTaxTerms, type TaxTerms } from '../../../shared/taxes';
import type { Ctx } from '../../context';
import { emailReceipt } from '../mailing';
import { voidRow } from '../voiding';
import { createReceipt, insertReceipt } from './payments';
import type { ReceiptRow } from './receipts';

type OrderRow = typeof orders.$inferSelect;
type Payment = { method: PaymentMethod; date: string };
/** The receipts of an order's payment and of its refunds, and how many cents were refunded and are held. */
export type OrderMoney = {
  receiptId: number | null;
  receiptNumber: string | null;
  refundReceipts: { id: number; receiptNumber: string }[];
  refundedCents: number;
  heldCents: number;
};

const NO_MONEY: OrderMoney = { receiptId: null, receiptNumber: null, refundReceipts: [], refundedCents: 0, heldCents: 0 };
const moneyByOrder = prepared((db) =>
  db
    .select({
      orderNumber: sql<number>`${receipts.orderNumber}`,
      receiptId: sql<number | null>`max(iif(${receipts.isRefund}, null, ${receipts.id}))`,
      receiptNumber: sql<string | null>`max(iif(${receipts.isRefund}, null, ${receipts.receiptNumber}))`,
      refundReceipts: sql<string>`json_group_array(json_object('id', ${receipts.id}, 'receiptNumber', ${receipts.receiptNumber}) order by ${receipts.id})
        filter (where ${receipts.isRefund})`,
      refundedCents: sql<number>`sum(iif(${receipts.isRefund}, ${receipts.amountPaidCents}, 0))`,
      heldCents: sql<number>`sum(iif(${receipts.isRefund}, -${receipts.amountPaidCents}, ${receipts.amountPaidCents}))`,
    })
    .from(receipts)
    .where(and(sql`${receipts.orderNumber} in (select value from json_each(${sql.placeholder('numbers')}))`, isNull(receipts.voidedAt)))
    .groupBy(receipts.orderNumber),
);
/** Returns a function that finds the money of some orders by their numbers. */
export function readOrderMoney(ctx: Ctx, orderNumbers: readonly number[]): (orderNumber: number) => OrderMoney {
  const rows = orderNumbers.length === 0 ? [] : moneyByOrder(ctx.db).all({ numbers: JSON.stringify(orderNumbers) });
  const byNumber = new Map<number, OrderMoney>(
    rows.map(({ orderNumber, refundReceipts, ...money }) => [orderNumber, { ...money, refundReceipts: JSON.parse(refundReceipts) }]),
  );
  return (orderNumber) => byNumber.get(orderNumber) ?? NO_MONEY;
}

const findPayment = (ctx: Ctx, orderNumber: number): ReceiptRow | undefined =>
  ctx.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.orderNumber, orderNumber), eq(receipts.isRefund, false), isNull(receipts.voidedAt)))
    .get();

/** Returns the tax terms of an order. By the documented terms the checkout charges 12 % and no PST. */
const getTerms = ({ taxProfile, taxReading }: OrderRow): TaxTerms => ({
  ...getTaxTerms(taxProfile, { servicesCents: 0, goodsCents: 1 }),
  ...(taxProfile === 'documented' && taxReading === 'checkout-12' && { pstRate: 0 }),
});

/** Makes the receipt of an order's payment with the stored taxes of the order. Call it inside a transaction. */
export function makeOrderReceipt(ctx: Ctx, order: OrderRow, { method, date }: Payment): void {
  const { orderNumber, customerName, customerEmail, subtotalCents, hstCents, pstCents, totalCents } = order;
  if (totalCents === 0) return;
  insertReceipt(
    ctx,
    {
      invoiceId: null,
      orderNumber,
      customerName,
      customerEmail,
      paymentMethod: method,
      paymentDate: date,
      description: `Payment for order ${formatOrderNumber(orderNumber)}`,
    },
    { subtotalCents, hstCents, pstCents, totalCents },
    getTerms(order),
  );
}

/** Voids the receipt of an order's payment, if there is one. Call it inside a transaction. Throws CONFLICT if some of it was refunded. */
export function voidOrderReceipt(ctx: Ctx, orderNumber: number): void {
  const row = findPayment(ctx, orderNumber);
  if (row) voidRow(ctx, row);
}

/** Mails the receipt of an order's payment to its customer, once within a minute. */
export function sendOrderReceipt(ctx: Ctx, { orderNumber, customerEmail }: OrderRow): void {
  const row = findPayment(ctx, orderNumber);
  if (row) emailReceipt(ctx, { receiptId: row.id, customerEmail });
}

type Refund = { amountCents: number; paymentMethod: PaymentMethod; paymentDate: string; sendReceipt: boolean };
/**
 * Records money that went back to the customer of an order, and mails its receipt if asked. Call it inside a transaction. Throws
 * CONFLICT if the order was not paid or more than the rest is refunded, and BAD_REQUEST for a future day.
 */
export function refundOrderReceipt(ctx: Ctx, { orderNumber }: OrderRow, { amountCents, sendReceipt, ...fields }: Refund): void {
  const paid = findPayment(ctx, orderNumber);
  if (!paid) throw new DomainError('CONFLICT', `Order ${formatOrderNumber(orderNumber)} was not paid, so there is nothing to refund.`);
  const { id } = createReceipt(ctx, {
    ...fields,
    customerName: paid.customerName,
    customerEmail: paid.customerEmail,
    amountPaid: amountCents,
    description: `Refund for order ${formatOrderNumber(orderNumber)}`,
    isRefund: true,
    includesTax: false,
    refundOfId: paid.id,
    confirm: false,
  });
  if (sendReceipt && paid.customerEmail) emailReceipt(ctx, { receiptId: id, customerEmail: paid.customerEmail });
}
