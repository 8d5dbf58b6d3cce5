import { z } from 'zod';
import { rowsInput } from './bulk';
import { confirmable } from './confirmation';
import { idempotencyKey } from './money-fields';
import { computedMoneyInput, moneyInput } from './money-input';
import { pageSchema, sortedPage } from './page';
import {
  CHECKOUT_METHODS,
  MAX_LINES,
  MAX_QUANTITY,
  MAX_SAVED_LINES,
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_METHODS,
  PRODUCT_SORTS,
} from './store-options';
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
  requiredPhone,
} from './text';
import { daySchema } from './time-input';

/** The filters of the store, each with further categories that it includes: a filter matches whole category names, ignoring case. */
const CATEGORY_ALIASES: Record<string, readonly string[]> = {
  detergents: ['laundry care'],
  equipment: [],
  tools: [],
  supplies: ['cleaning supplies'],
  chemicals: ['disinfectants', 'floor care'],
  protective: ['safety equipment'],
};

/** Returns the lower-case categories that a filter matches; undefined for all. */
export function findFilterCategories(filter: string | null | undefined): readonly string[] | undefined {
  const wanted = filter?.trim().toLowerCase();
  if (!wanted || wanted === 'all') return undefined;
  return [wanted, ...(CATEGORY_ALIASES[wanted] ?? [])];
}

export const productFilter = pageInput.extend({ category: optionalLine(60) });

/** A page of the catalogue. Every word of `search` must be in the name or description. */
export const browseInput = z.object({
  category: optionalLine(60),
  search: optionalLine(100),
  sort: z.enum(PRODUCT_SORTS, `Please choose a sort order: ${PRODUCT_SORTS.join(', ')}.`).default('name'),
  limit: z.int().min(1).max(100).default(48),
  cursor: idSchema.nullish(),
});

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

export const storeProductSchema = publicProductSchema.extend({ isHstTaxable: z.boolean(), isPstTaxable: z.boolean() });

/** A product as the office sees it. */
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

export const productList = pageSchema(z.union([fullProductSchema, publicProductSchema]));
export const browseList = pageSchema(storeProductSchema);

/** Returns the profit margin in percent of the price, "42.50"; null unless price and cost are above 0. */
export function profitMargin(priceCents: number, costCents: number | null): string | null {
  if (costCents === null || priceCents <= 0 || costCents <= 0) return null;
  const margin = (((priceCents - costCents) / priceCents) * 100).toFixed(2);
  return margin === '-0.00' ? '0.00' : margin;
}

const QUANTITY = `Please give a whole quantity from 1 to ${MAX_QUANTITY}.`;
const quantityInput = numberInput(QUANTITY).pipe(z.int(QUANTITY).min(1, QUANTITY).max(MAX_QUANTITY, QUANTITY));
const EMPTY_CART = 'Empty Cart: Please add something to your cart first.';
const orderLine = z.object({ productId: idSchema, quantity: quantityInput, name: z.string().nullish(), price: moneyInput.nullish() });

const FULL_PHONE = /(\d\D*){7}/;

/** An order as the checkout sends it. The server rejects prices and totals that the customer saw if they differ from its own. */
export const orderSubmission = z.object({
  customerName: requiredLine(120),
  customerEmail: requiredEmail,
  customerPhone: requiredPhone.pipe(z.string().regex(FULL_PHONE, 'Please enter a full phone number, such as (250) 555-0142.')),
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
  /** One per checkout: sending it again with the same contents returns the same order. Over HTTP it is the header Idempotency-Key. */
  idempotencyKey,
  cartId: z.uuid('Please send a uuid.').nullish(),
  ...personGuard,
});
export type OrderSubmission = z.output<typeof orderSubmission>;

/** A cart to store for a reminder. Products that are not sold are left out; prices come from the server. */
export const cartSaving = z.object({
  id: z.uuid('Please send a uuid.'),
  items: z
    .array(z.object({ productId: idSchema, quantity: quantityInput }))
    .max(MAX_SAVED_LINES, `Please send at most ${MAX_SAVED_LINES} lines.`),
  email: requiredEmail.nullish().transform((email) => email ?? null),
  /** To reminders and news, for `email`. */
  consent: z.boolean().default(false),
});
export const byCart = cartSaving.pick({ id: true });
export const cartPricing = z.object({ items: z.array(orderLine).max(MAX_LINES) });
/** The cart's products at today's prices and stock, without those no longer sold. */
export const pricedCart = z.object({ products: z.array(storeProductSchema) });

const orderItemSchema = z.object({ productId: z.int(), name: z.string(), price: z.string(), quantity: z.int() });

/** An order as its customer sees it. `id` cannot be guessed; `total` and `totalAmount` are equal. */
export const orderSchema = z.object({
  id: z.string(),
  orderNumber: z.string(),
  createdAt: z.string(),
  status: z.enum(ORDER_STATUSES),
  customerName: z.string(),
  shippingAddress: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentInstructions: z.string(),
  paidDate: z.string().nullable(),
  cancelReason: z.string().nullable(),
  taxReading: z.enum(TAX_READINGS),
  subtotal: z.string(),
  taxAmount: z.string(),
  /** The federal part of the tax: HST or GST. */
  hstAmount: z.string(),
  pstAmount: z.string(),
  total: z.string(),
  totalAmount: z.string(),
  items: z.array(orderItemSchema),
});
export type Order = z.output<typeof orderSchema>;
/** The id in addresses. It has no format check, so that any other text is simply not found. */
export const byPublicId = z.object({ id: z.string() });

export const byOrderNumber = z.object({ orderNumber: idSchema });
/** The columns that the list of orders can be sorted by. */
export const ORDER_ORDERS = ['customer', 'received', 'total'] as const;
/** The view `to-ship` contains pending and processing orders. */
export const orderListInput = z.object({
  status: z.enum(ORDER_STATUSES).optional(),
  view: z.enum(['to-ship']).optional(),
  isPaid: z.boolean().optional(),
  search: optionalLine(100),
  ...sortedPage(...ORDER_ORDERS),
});

export const orderStatusChange = byOrderNumber.extend({
  status: z.enum(ORDER_STATUSES, `Please choose a status: ${ORDER_STATUSES.join(', ')}.`),
  reason: optionalLine(400),
  ...confirmable,
});
/** The steps that lead an order to its customer. */
const STEPS = ['processing', 'shipped', 'delivered'] as const satisfies readonly OrderStatus[];
/** The last steps of several orders, which are undone. */
export const orderStepsUndo = z.object({
  orders: rowsInput(byOrderNumber.extend({ status: z.enum(STEPS, `Please choose a status: ${STEPS.join(', ')}.`) })),
});
/** The next steps of several orders. */
export const orderStepsChange = orderStepsUndo.extend(confirmable);
const method = z.enum(PAYMENT_METHODS, `Please choose a method: ${PAYMENT_METHODS.join(', ')}.`);
const sendReceipt = z.boolean('Please answer yes or no.').default(false);
/** A payment, which creates a receipt; null removes both. */
export const orderPayment = byOrderNumber.extend({
  paid: z.object({ method, date: daySchema }).nullable(),
  sendReceipt,
});
/** The payments of several orders; null removes one. */
export const orderPayments = z.object({ orders: rowsInput(orderPayment.omit({ sendReceipt: true })) });
/** A refund to the customer; without an amount, all that is left of the payment. */
export const orderRefund = byOrderNumber.extend({
  amount: moneyInput.optional(),
  paymentMethod: method,
  paymentDate: daySchema,
  sendReceipt,
});
