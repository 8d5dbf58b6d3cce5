import { z } from 'zod';
import { confirmable } from './confirmation';
import { computedMoneyInput, moneyInput } from './money-input';
import { CHECKOUT_METHODS, MAX_LINES, MAX_QUANTITY, ORDER_STATUSES, PAYMENT_METHODS, PRODUCT_SORTS } from './store-options';
import { TAX_READINGS } from './store-sums';
import {
  idSchema,
  numberInput,
  optionalLine,
  optionalText,
  pageInput,
  personGuard,
  requiredAddress,
  requiredEmail,
  requiredLine,
} from './text';
import { daySchema } from './time-input';

/** The store's filters, each with the category words it stands for beside its own (decisions X18). */
const CATEGORY_ALIASES: Record<string, readonly string[]> = {
  detergents: ['laundry care'],
  equipment: [],
  tools: [],
  supplies: ['cleaning supplies'],
  chemicals: ['disinfectants', 'floor care'],
  protective: ['safety equipment'],
};

/** The category words, in lower case, that a filter lets through; undefined for no filter. */
export function findFilterCategories(filter: string | null | undefined): readonly string[] | undefined {
  const wanted = filter?.trim().toLowerCase();
  if (!wanted || wanted === 'all') return undefined;
  return [wanted, ...(CATEGORY_ALIASES[wanted] ?? [])];
}

export const productFilter = pageInput.extend({ category: optionalLine(60) });

/** What a visitor looks for; every word of `search` has to be somewhere in name or description (decisions X113). */
export const browseInput = z.object({
  category: optionalLine(60),
  search: optionalLine(100),
  sort: z.enum(PRODUCT_SORTS, `Please choose an order: ${PRODUCT_SORTS.join(', ')}.`).default('name'),
  limit: z.int().min(1).max(100).default(48),
  cursor: idSchema.nullish(),
});

/** What anybody may know of a product. */
const publicProductSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  price: z.string(),
  category: z.string(),
  imageUrl: z.string().nullable(),
  stockQuantity: z.int(),
  rating: z.number().nullable(),
  reviews: z.int().nullable(),
});

/** The same with what a cart needs to show its taxes. */
const storeProductSchema = publicProductSchema.extend({ isHstTaxable: z.boolean(), isPstTaxable: z.boolean() });

/** What the office knows of it besides. */
export const fullProductSchema = storeProductSchema.extend({
  /** The weighted average cost of one unit. */
  costPrice: z.string().nullable(),
  reorderLevel: z.int(),
  supplierName: z.string().nullable(),
  supplierSku: z.string().nullable(),
  profitMargin: z.string().nullable(),
  isActive: z.boolean(),
  lastPurchaseDate: z.string().nullable(),
  createdAt: z.string(),
});

export const productList = z.object({ rows: z.array(z.union([fullProductSchema, publicProductSchema])), nextCursor: z.int().nullable() });
export const browseList = z.object({ rows: z.array(storeProductSchema), nextCursor: z.int().nullable() });

/** Percent of the price that is left after the cost, two places, "42.50"; null unless both are above nothing (decisions X74). */
export function profitMargin(priceCents: number, costCents: number | null): string | null {
  if (costCents === null || priceCents <= 0 || costCents <= 0) return null;
  const margin = (((priceCents - costCents) / priceCents) * 100).toFixed(2);
  return margin === '-0.00' ? '0.00' : margin;
}

const QUANTITY = `Please give a whole quantity from 1 to ${MAX_QUANTITY}.`;
const quantityInput = numberInput(QUANTITY).pipe(z.int(QUANTITY).min(1, QUANTITY).max(MAX_QUANTITY, QUANTITY));
const EMPTY_CART = 'Empty Cart: Please add something to your cart first.';
const orderLine = z.object({ productId: idSchema, quantity: quantityInput, name: z.string().nullish(), price: moneyInput.nullish() });

/** At least seven digits; the driver can read the rest. */
const FULL_PHONE = /(\d\D*){7}/;

/** What a checkout sends. Prices and totals are what the customer saw; the server makes its own and refuses others. */
export const orderSubmission = z.object({
  customerName: requiredLine(120),
  customerEmail: requiredEmail,
  customerPhone: requiredLine(40).pipe(z.string().regex(FULL_PHONE, 'Please enter a full phone number, such as (250) 555-0142.')),
  shippingAddress: requiredAddress(400),
  paymentMethod: z.enum(CHECKOUT_METHODS, `Payment Method Required: Please choose one of ${CHECKOUT_METHODS.join(', ')}.`),
  items: z
    .array(orderLine, EMPTY_CART)
    .min(1, EMPTY_CART)
    .max(MAX_LINES, `Please order at most ${MAX_LINES} different products at a time.`),
  subtotal: computedMoneyInput.nullish(),
  taxAmount: computedMoneyInput.nullish(),
  totalAmount: computedMoneyInput.nullish(),
  orderNotes: optionalText(2000),
  /** Made once per checkout; the same again with the same order is the same order. Over HTTP it is the header Idempotency-Key. */
  idempotencyKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Please send an Idempotency-Key of 1 to 200 plain characters.')
    .nullish(),
  /** The kept cart that it comes from. */
  cartId: z.uuid('Please send a uuid.').nullish(),
  ...personGuard,
});
export type OrderSubmission = z.output<typeof orderSubmission>;

/** Lines of a cart that is kept for a reminder. */
const MAX_SAVED_LINES = 50;
/** What the checkout keeps of a cart once somebody gave an address; prices are the server's. What is no product is left out. */
export const cartSaving = z.object({
  id: z.uuid('Please send a uuid.'),
  items: z
    .array(z.object({ productId: idSchema, quantity: quantityInput }))
    .max(MAX_SAVED_LINES, `Please send at most ${MAX_SAVED_LINES} lines.`),
  email: requiredEmail.nullish().transform((email) => email ?? null),
  /** To reminders and news; it counts for the address that comes with it. */
  consent: z.boolean().default(false),
});
export const cartSaved = z.object({ isKept: z.boolean() });
export const byCart = cartSaving.pick({ id: true });
/** A kept cart as the office sees it; prices are those of the last change. */
export const savedCart = z.object({
  email: z.string().nullable(),
  consent: z.boolean(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), price: z.string() })),
  subtotal: z.string(),
  updatedAt: z.string(),
  /** The order that it became. */
  orderNumber: z.int().nullable(),
});

export const cartPricing = z.object({ items: z.array(orderLine).max(MAX_LINES) });
/** The cart's products as they are today; those that are no longer sold are missing. */
export const pricedCart = z.object({ products: z.array(storeProductSchema) });

const orderItemSchema = z.object({ productId: z.int(), name: z.string(), price: z.string(), quantity: z.int() });

/** An order as its customer sees it. `id` is the unguessable one; `total` and `totalAmount` are the same (decisions X12). */
export const orderSchema = z.object({
  id: z.string(),
  orderNumber: z.string(),
  createdAt: z.string(),
  status: z.enum(ORDER_STATUSES),
  customerName: z.string(),
  shippingAddress: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** How to pay by that method, in the company's words. */
  paymentInstructions: z.string(),
  /** The day on which it was paid, and why it was cancelled. */
  paidDate: z.string().nullable(),
  cancelReason: z.string().nullable(),
  taxReading: z.enum(TAX_READINGS),
  subtotal: z.string(),
  taxAmount: z.string(),
  /** Its parts: HST (or GST) and PST. */
  hstAmount: z.string(),
  pstAmount: z.string(),
  total: z.string(),
  totalAmount: z.string(),
  items: z.array(orderItemSchema),
});
export type Order = z.output<typeof orderSchema>;
/** The id in addresses; anything that has not its form matches nothing. */
export const byPublicId = z.object({ id: z.string() });

const orderNumberInput = idSchema;
export const byOrderNumber = z.object({ orderNumber: orderNumberInput });
/** `to-ship` holds what has still to leave the house: pending and processing. */
export const orderListInput = z.object({
  status: z.enum(ORDER_STATUSES).optional(),
  view: z.enum(['to-ship']).optional(),
  isPaid: z.boolean().optional(),
  search: optionalLine(100),
  limit: z.int().min(1).max(100).default(25),
  cursor: idSchema.nullish(),
});

/** An order as the office sees it. */
export const staffOrderSchema = orderSchema.omit({ orderNumber: true, paymentInstructions: true }).extend({
  orderNumber: z.int(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  orderNotes: z.string().nullable(),
  paidMethod: z.enum(PAYMENT_METHODS).nullable(),
  /** The receipt of its payment, what was refunded of it, and what has still to go back because the order was cancelled. */
  receiptId: z.int().nullable(),
  receiptNumber: z.string().nullable(),
  refunded: z.string(),
  refundDue: z.string(),
  shippedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  updatedAt: z.string(),
});
export type StaffOrder = z.output<typeof staffOrderSchema>;
export const staffOrderList = z.object({ rows: z.array(staffOrderSchema), nextCursor: z.int().nullable() });
/** How many orders there are in each state, and how many that are not cancelled wait for their money. */
export const orderCounts = z.object({ byStatus: z.record(z.enum(ORDER_STATUSES), z.int()), unpaid: z.int() });

export const orderStatusChange = byOrderNumber.extend({
  status: z.enum(ORDER_STATUSES, `Please choose a status: ${ORDER_STATUSES.join(', ')}.`),
  reason: optionalLine(400),
  ...confirmable,
});
const method = z.enum(PAYMENT_METHODS, `Please choose a method: ${PAYMENT_METHODS.join(', ')}.`);
/** Whether the customer gets the receipt by mail. */
const sendReceipt = z.boolean('Please answer yes or no.').default(false);
/** The paid mark, which makes a receipt; null takes both away. */
export const orderPayment = byOrderNumber.extend({
  paid: z.object({ method, date: daySchema }).nullable(),
  sendReceipt,
});
/** Money that went back to the customer; all that is left of the payment unless an amount is given. */
export const orderRefund = byOrderNumber.extend({
  amount: moneyInput.optional(),
  paymentMethod: method,
  paymentDate: daySchema,
  sendReceipt,
});
