import { z } from 'zod';
import { confirmable } from './confirmation';
import { byWorkOrder } from './dispatch';
import { INVOICE_STATUSES, SHOWN_STATUSES } from './invoice-words';
import { MAX_CENTS, parseCents } from './money';
import { moneyInput } from './money-input';
import { OFFERS } from './offer-terms';
import { MAX_QUANTITY, PAYMENT_METHODS } from './store-options';
import { TAX_PROFILES } from './store-sums';
import { byId, idSchema, MISSING, numberInput, optionalAddress, optionalLine, optionalText, requiredEmail, requiredLine } from './text';
import { dayOrInstant } from './time-input';

/** Other spellings of the methods, as the forms' labels have them (decisions X10). */
const METHOD_WORDS: Record<string, (typeof PAYMENT_METHODS)[number]> = {
  'interac e-transfer': 'e-transfer',
  'direct deposit': 'direct-deposit',
  'credit/debit card': 'card',
};
const METHOD = `Please choose a method: ${PAYMENT_METHODS.join(', ')}.`;
/** A payment method, also in the words of a form. */
const methodInput = z.preprocess(
  (value) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    return typeof word === 'string' ? (METHOD_WORDS[word] ?? word) : word;
  },
  z.enum(PAYMENT_METHODS, METHOD),
);

/** An optional e-mail address; blank counts as none. */
const optionalEmail = z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), requiredEmail.nullish());
/** A required day; blank counts as missing and gets the documented sentence. */
const requiredDay = z
  .string({ error: () => MISSING })
  .refine((text) => text.trim() !== '', MISSING)
  .pipe(dayOrInstant);
/** Required money; blank counts as missing. */
const requiredMoney = z
  .union([z.string(), z.number()], MISSING)
  .refine((value) => value !== '', MISSING)
  .pipe(moneyInput);

const QUANTITY = `Please give a whole quantity from 1 to ${MAX_QUANTITY}.`;
const AMOUNT = 'Please enter an amount such as 149.00.';
/** Lines of an invoice, those of its offers among them. */
export const MAX_ITEMS = 200;
/** The price of a line in cents, that of an offer below nothing. */
const linePrice = z
  .union([z.string(), z.number()], MISSING)
  .refine((value) => value !== '', MISSING)
  .transform((value, ctx) => {
    const cents = parseCents(value);
    if (cents !== undefined && Math.abs(cents) <= MAX_CENTS) return cents;
    ctx.addIssue({ code: 'custom', message: AMOUNT });
    return z.NEVER;
  });
/** What is wrong with a line's price: only an offer takes something off, once. */
const issueOf = ({ offer, price, quantity }: { offer?: string | null | undefined; price: number; quantity: number }) =>
  !offer
    ? price < 0
      ? AMOUNT
      : undefined
    : price > 0 || quantity !== 1
      ? 'An offer takes its amount off once, such as -25.00.'
      : undefined;
const itemInput = z
  .object({
    description: requiredLine(240),
    quantity: numberInput(QUANTITY).pipe(z.int(QUANTITY).min(1, QUANTITY).max(MAX_QUANTITY, QUANTITY)).default(1),
    price: linePrice,
    /** Goods are taxed otherwise than services where the province's rates hold. */
    isGoods: z.boolean().default(false),
    /** The offer that the line grants, and the friend it is for; both came with `offers.grant` and are kept. */
    offer: z.enum(OFFERS).nullish(),
    referralId: idSchema.nullish(),
  })
  .superRefine((item, ctx) => {
    const message = issueOf(item);
    if (message) ctx.addIssue({ code: 'custom', path: ['price'], message });
  });
/** Made by the caller once for what it means to do; the same again is answered and not done again. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'Please send an Idempotency-Key of 1 to 200 plain characters.')
  .nullish();

const invoiceFields = z.object({
  customerName: requiredLine(120),
  customerEmail: optionalEmail,
  customerPhone: optionalLine(40),
  customerAddress: optionalAddress(400),
  serviceType: requiredLine(60),
  serviceDescription: optionalText(4000),
  serviceDate: requiredDay,
  dueDate: requiredDay,
  /** Before tax. Where there are line items it is their sum. */
  subtotal: requiredMoney,
  items: z.array(itemInput).max(MAX_ITEMS, `Please use at most ${MAX_ITEMS} line items.`).optional(),
  paymentMethod: methodInput.nullish(),
  notes: optionalText(4000),
});
/** What makes an invoice; number, taxes and total are the server's, whatever is sent (api.md). */
export const invoiceInput = invoiceFields.extend({
  /** A wish: taken where it is free and well-formed (decisions X81). */
  invoiceNumber: z.string().nullish(),
  status: z.enum(['draft', 'pending'], 'A new invoice is draft or pending.').default('pending'),
  idempotencyKey,
  /** The job it is for, by its work order or its booking; it asks first if a paid invoice of the job was voided. */
  workOrderId: idSchema.nullish(),
  bookingId: idSchema.nullish(),
  ...confirmable,
});
/** A change of an unpaid invoice, or its payment in full with `status: 'paid'`. */
export const invoiceChange = invoiceFields.partial().extend({
  ...byId.shape,
  status: z.enum(INVOICE_STATUSES, `Please choose a status: ${INVOICE_STATUSES.join(', ')}.`).optional(),
  /** When the form saw it change last; what somebody else changed since is not overwritten. */
  updatedAtWas: z.string().optional(),
  ...confirmable,
});
/** The invoice of a job; it asks first if a paid invoice of the job was voided. */
export const ofWorkOrder = byWorkOrder.extend(confirmable);
export const ofBooking = byId.extend(confirmable);
/** A job, by its work order or its booking. */
export const byJob = z
  .object({ workOrderId: idSchema.nullish(), bookingId: idSchema.nullish() })
  .refine(({ workOrderId, bookingId }) => workOrderId != null || bookingId != null, 'Please name a work order or a booking.');
/** A payment of a part or of all that is open. */
export const paymentInput = byId.extend({
  ...confirmable,
  amount: requiredMoney,
  paymentMethod: methodInput,
  paymentDate: requiredDay,
  idempotencyKey,
});

const invoiceItemSchema = z.object({
  description: z.string(),
  quantity: z.int(),
  price: z.string(),
  isGoods: z.boolean(),
  /** Of a line that grants an offer, whose price is at or below nothing, and the friend it is for. */
  offer: z.enum(OFFERS).optional(),
  referralId: z.int().nullish(),
});
export const invoiceSchema = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  customerAddress: z.string().nullable(),
  serviceType: z.string(),
  serviceDescription: z.string().nullable(),
  serviceDate: z.string(),
  subtotal: z.string(),
  hstAmount: z.string(),
  pstAmount: z.string(),
  totalAmount: z.string(),
  /** What was paid so far, and what is open. */
  amountPaid: z.string(),
  balance: z.string(),
  /** What its credit notes took back. */
  credited: z.string(),
  /** Overdue by the company's day, whatever is stored, and credited once credit notes took all of it back. */
  status: z.enum(SHOWN_STATUSES),
  dueDate: z.string(),
  paidDate: z.string().nullable(),
  paymentMethod: z.enum(PAYMENT_METHODS).nullable(),
  notes: z.string().nullable(),
  taxProfile: z.enum(TAX_PROFILES),
  hstRate: z.int(),
  pstRate: z.int(),
  items: z.array(invoiceItemSchema),
  workOrderId: z.int().nullable(),
  bookingId: z.int().nullable(),
  createdAt: z.string(),
  /** When it became owed, which is its date; null for a draft. */
  issuedAt: z.string().nullable(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  /** When an issued invoice was voided: it is kept with its number and counts in no sum. */
  voidedAt: z.string().nullable(),
});
export type Invoice = z.output<typeof invoiceSchema>;
/** What the form of a job's invoice begins with. `invoiceId` is the invoice that the job has already; `subtotal` is empty without a price. */
export const jobInvoice = invoiceSchema
  .pick({
    workOrderId: true,
    bookingId: true,
    customerName: true,
    customerEmail: true,
    customerPhone: true,
    customerAddress: true,
    serviceType: true,
    serviceDescription: true,
    serviceDate: true,
    dueDate: true,
    subtotal: true,
    notes: true,
  })
  .extend({ invoiceId: z.int().nullable() });
export type JobInvoice = z.output<typeof jobInvoice>;

/** `open` is pending or overdue; only `voided` shows voided invoices. */
const INVOICE_VIEWS = ['all', 'open', 'voided', ...SHOWN_STATUSES] as const;
export const invoiceListInput = z.object({
  view: z.enum(INVOICE_VIEWS).default('all'),
  search: optionalLine(100),
  limit: z.int().min(1).max(100).default(25),
  cursor: idSchema.nullish(),
});
export const invoiceList = z.object({ rows: z.array(invoiceSchema), nextCursor: z.int().nullable() });
/** What is owed and what came in; drafts are no money yet (decisions X79). */
export const invoiceSummary = z.object({
  outstanding: z.object({ invoices: z.int(), amount: z.string() }),
  overdue: z.object({ invoices: z.int(), amount: z.string() }),
  drafts: z.int(),
  inBin: z.int(),
  /** Receipts of the company's month less refunds. */
  receivedThisMonth: z.string(),
});
/** The numbers that the next invoice and the next receipt get, if nobody comes in between. */
export const nextNumbers = z.object({ invoice: z.string(), receipt: z.string() });

export const receiptSchema = z.object({
  id: z.int(),
  receiptNumber: z.string(),
  /** Its invoice, which may be voided. */
  invoiceId: z.int().nullable(),
  invoiceNumber: z.string().nullable(),
  /** The order of the store that it belongs to. */
  orderNumber: z.int().nullable(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  subtotal: z.string(),
  hstAmount: z.string(),
  pstAmount: z.string(),
  amountPaid: z.string(),
  paymentDate: z.string(),
  description: z.string(),
  isRefund: z.boolean(),
  refundOfId: z.int().nullable(),
  /** What went back of it by refunds that name it. */
  refunded: z.string(),
  taxProfile: z.enum(TAX_PROFILES),
  hstRate: z.int(),
  pstRate: z.int(),
  createdAt: z.string(),
  /** When it was voided: it is kept with its number and counts in no sum. */
  voidedAt: z.string().nullable(),
});
export type Receipt = z.output<typeof receiptSchema>;
export const creditNoteSchema = z.object({
  id: z.int(),
  creditNoteNumber: z.string(),
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  customerAddress: z.string().nullable(),
  subtotal: z.string(),
  hstAmount: z.string(),
  pstAmount: z.string(),
  /** With its taxes. */
  amount: z.string(),
  reason: z.string(),
  issuedDate: z.string(),
  taxProfile: z.enum(TAX_PROFILES),
  hstRate: z.int(),
  pstRate: z.int(),
  createdAt: z.string(),
});
export type CreditNote = z.output<typeof creditNoteSchema>;
/** A credit note of an issued invoice: an amount with its taxes, and why. */
export const creditNoteInput = z.object({ invoiceId: idSchema, amount: requiredMoney, reason: requiredLine(400), idempotencyKey });
export const creditNoteListInput = z.object({
  /** Those of one invoice only. */
  invoiceId: idSchema.nullish(),
  limit: z.int().min(1).max(100).default(25),
  cursor: idSchema.nullish(),
});
export const creditNoteList = z.object({ rows: z.array(creditNoteSchema), nextCursor: z.int().nullable() });

/** An invoice with what was paid of it, oldest first, and how it reached the customer; null for not that way. */
export const invoiceDetails = invoiceSchema.extend({
  receipts: z.array(receiptSchema),
  creditNotes: z.array(creditNoteSchema),
  /** What was received beyond what is still charged, and has to go back. */
  refundDue: z.string(),
  mailedAt: z.string().nullable(),
  handedOverAt: z.string().nullable(),
});
export type InvoiceDetails = z.output<typeof invoiceDetails>;

/** What makes a receipt. `amountPaid` is above or at nothing, also of a refund (automation.md §9). */
export const receiptInput = z.object({
  customerName: requiredLine(120),
  customerEmail: optionalEmail,
  paymentMethod: z
    .unknown()
    .refine((value) => value !== undefined && value !== null && value !== '', MISSING)
    .pipe(methodInput),
  amountPaid: requiredMoney,
  paymentDate: requiredDay,
  description: requiredLine(400),
  isRefund: z.boolean().default(false),
  /** Whether the amount holds its taxes, which are then shown. */
  includesTax: z.boolean().default(false),
  /** The invoice that this is a payment of. */
  invoiceId: idSchema.nullish(),
  /** Of a refund: the receipt whose money goes back. */
  refundOfId: idSchema.nullish(),
  receiptNumber: z.string().nullish(),
  idempotencyKey,
  ...confirmable,
});
/** Only `voided` shows voided receipts. */
const RECEIPT_VIEWS = ['all', 'payments', 'refunds', 'voided'] as const;
export const receiptListInput = z.object({
  view: z.enum(RECEIPT_VIEWS).default('all'),
  search: optionalLine(100),
  limit: z.int().min(1).max(100).default(25),
  cursor: idSchema.nullish(),
});
export const receiptList = z.object({ rows: z.array(receiptSchema), nextCursor: z.int().nullable() });
/** The badges: all receipts and the sum of all amounts, refunds too as documented, and what is left when those are taken off (decisions X84). */
export const receiptSummary = z.object({ totalReceipts: z.int(), totalPayments: z.string(), refunds: z.int(), netOfRefunds: z.string() });

export const invoiceMailing = z.object({ invoiceId: idSchema, customerEmail: requiredEmail, ...confirmable });
/** `isHandedOver: false` takes the mark back. */
export const handOver = z.object({
  id: idSchema,
  isHandedOver: z.boolean('Please say whether it was handed over.').default(true),
  ...confirmable,
});
export const creditNoteMailing = z.object({ creditNoteId: idSchema, customerEmail: requiredEmail });
export const receiptMailing = z.object({ receiptId: idSchema, customerEmail: requiredEmail });
/** `isStored`: no mail server is configured, and the message is kept in the outbox (decisions X88). */
export const mailed = z.object({ success: z.literal(true), isStored: z.boolean() });
export const deletion = z.object({ success: z.literal(true) });
