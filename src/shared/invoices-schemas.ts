import { z } from 'zod';
import { MOST_MAILS, rowsInput } from './bulk';
import { confirmable } from './confirmation';
import { byWorkOrder } from './dispatch';
import { invoiceItemSchema, itemInput } from './invoice-items';
import { INVOICE_STATUSES, MAX_ITEMS, SHOWN_STATUSES } from './invoices';
import { idempotencyKey, methodInput, optionalEmail, page, requiredDay, requiredMoney, sums, terms } from './money-fields';
import { offerRemoval } from './offers';
import { pageSchema, sortedPage, sortedPageSchema } from './page';
import { PAYMENT_METHODS } from './store-options';
import { byId, idSchema, MISSING, optionalAddress, optionalLine, optionalPhone, optionalText, requiredEmail, requiredLine } from './text';

const invoiceFields = z.object({
  customerName: requiredLine(120),
  customerEmail: optionalEmail,
  customerPhone: optionalPhone,
  customerAddress: optionalAddress(400),
  serviceType: requiredLine(60),
  serviceDescription: optionalText(4000),
  serviceDate: requiredDay,
  dueDate: requiredDay,
  /** Before tax; the sum of the line items, if there are any. */
  subtotal: requiredMoney,
  items: z.array(itemInput).max(MAX_ITEMS, `Please use at most ${MAX_ITEMS} line items.`).optional(),
  paymentMethod: methodInput.nullish(),
  notes: optionalText(4000),
});
/** The input for a new invoice. The server sets number, taxes and total, whatever is sent. */
export const invoiceInput = invoiceFields.extend({
  /** Used if it is well-formed and free; otherwise the invoice gets the next number. */
  invoiceNumber: z.string().nullish(),
  status: z.enum(['draft', 'pending'], 'A new invoice is draft or pending.').default('pending'),
  idempotencyKey,
  /** The job of the invoice, by its work order or its booking. Asks first if a voided invoice of the job holds unrefunded money. */
  workOrderId: idSchema.nullish(),
  bookingId: idSchema.nullish(),
  /** The promised offers to leave off the invoice, each with the owner's reason. */
  withoutOffers: z
    .array(offerRemoval.omit({ invoiceId: true }))
    .max(MAX_ITEMS)
    .optional(),
  ...confirmable,
});
/** A change of an unpaid invoice, or its payment in full with `status: 'paid'`. */
export const invoiceChange = invoiceFields.partial().extend({
  ...byId.shape,
  status: z.enum(INVOICE_STATUSES, `Please choose a status: ${INVOICE_STATUSES.join(', ')}.`).optional(),
  /** The `updatedAt` that the form started from, so that a newer change is not overwritten. */
  updatedAtWas: z.string().optional(),
  ...confirmable,
});
/** The invoice of a job. Asks first if a voided invoice of the job holds unrefunded money. */
export const invoiceFromWorkOrder = byWorkOrder.extend(confirmable);
export const invoiceFromBooking = byId.extend(confirmable);
/** A job, by its work order or its booking. */
export const byJob = z
  .object({ workOrderId: idSchema.nullish(), bookingId: idSchema.nullish() })
  .refine(({ workOrderId, bookingId }) => workOrderId != null || bookingId != null, 'Please name a work order or a booking.');
export const paymentInput = byId.extend({
  ...confirmable,
  amount: requiredMoney,
  paymentMethod: methodInput,
  paymentDate: requiredDay,
  idempotencyKey,
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
  ...sums,
  totalAmount: z.string(),
  /** The payments so far, and the balance that is still to be paid. */
  amountPaid: z.string(),
  balance: z.string(),
  credited: z.string(),
  /** `overdue` by the company's day, whatever is stored; `credited` once credit notes cover all of it. */
  status: z.enum(SHOWN_STATUSES),
  dueDate: z.string(),
  paidDate: z.string().nullable(),
  paymentMethod: z.enum(PAYMENT_METHODS).nullable(),
  notes: z.string().nullable(),
  ...terms,
  items: z.array(invoiceItemSchema),
  workOrderId: z.int().nullable(),
  bookingId: z.int().nullable(),
  createdAt: z.string(),
  /** The instant of its issue, which gives its date; null for a draft. */
  issuedAt: z.string().nullable(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  /** When it was voided; a voided invoice keeps its number and is left out of all totals. */
  voidedAt: z.string().nullable(),
});
export type Invoice = z.output<typeof invoiceSchema>;
/**
 * The values of a new invoice of a job. `invoiceId` is the invoice that the job already has; `subtotal` is empty without a price. For a job
 * without the office's price, `suggested` is the price of similar jobs, if there are enough.
 */
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
  .extend({
    invoiceId: z.int().nullable(),
    suggested: z.string().nullable(),
    /** Includes all deposits that were invoiced already, before tax; `subtotal` is less these. Null without one. */
    deposit: z.string().nullable(),
    /** The deposits with the taxes that were invoiced with them. */
    depositSums: z.object({ ...sums, totalAmount: z.string() }).nullable(),
    /** The tax terms of the job's quote or deposit, which replace today's. */
    terms: z.object(terms).nullable(),
  });
export type JobInvoice = z.output<typeof jobInvoice>;

/** The columns that the list of invoices can be sorted by. */
export const INVOICE_ORDERS = ['customer', 'due', 'total'] as const;
/** `open` is pending or overdue; only `voided` shows voided invoices. */
const INVOICE_VIEWS = ['all', 'open', 'voided', ...SHOWN_STATUSES] as const;
export const invoiceListInput = z.object({
  view: z.enum(INVOICE_VIEWS).default('all'),
  search: optionalLine(100),
  ...sortedPage(...INVOICE_ORDERS),
});
export const invoiceList = sortedPageSchema(invoiceSchema);
export const allInvoices = pageSchema(invoiceSchema);
/** The amounts owed and received. Drafts are counted apart, since they are not owed yet. */
export const invoiceSummary = z.object({
  outstanding: z.object({ invoices: z.int(), amount: z.string() }),
  overdue: z.object({ invoices: z.int(), amount: z.string() }),
  drafts: z.int(),
  inBin: z.int(),
  /** Receipts of the current month minus refunds. */
  receivedThisMonth: z.string(),
});
export const nextNumbers = z.object({ invoice: z.string(), receipt: z.string() });

export const receiptSchema = z.object({
  id: z.int(),
  receiptNumber: z.string(),
  /** The invoice that it belongs to, which may be voided. */
  invoiceId: z.int().nullable(),
  invoiceNumber: z.string().nullable(),
  orderNumber: z.int().nullable(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  ...sums,
  amountPaid: z.string(),
  paymentDate: z.string(),
  description: z.string(),
  isRefund: z.boolean(),
  refundOfId: z.int().nullable(),
  refunded: z.string(),
  ...terms,
  createdAt: z.string(),
  /** When it was voided; a voided receipt keeps its number and is left out of all totals. */
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
  ...sums,
  /** Taxes included. */
  amount: z.string(),
  reason: z.string(),
  issuedDate: z.string(),
  ...terms,
  createdAt: z.string(),
});
export type CreditNote = z.output<typeof creditNoteSchema>;
export const creditNoteInput = z.object({ invoiceId: idSchema, amount: requiredMoney, reason: requiredLine(400), idempotencyKey });
export const creditNoteListInput = z.object({
  invoiceId: idSchema.nullish(),
  ...page,
});
export const creditNoteList = pageSchema(creditNoteSchema);

/** An invoice with its payments, oldest first, and when it reached the customer by mail or on paper; null if it did not. */
export const invoiceDetails = invoiceSchema.extend({
  receipts: z.array(receiptSchema),
  creditNotes: z.array(creditNoteSchema),
  /** The amount received beyond what credit notes left of the total, which must be refunded. */
  refundDue: z.string(),
  mailedAt: z.string().nullable(),
  handedOverAt: z.string().nullable(),
  /** The page where the client pays; null for a draft. */
  payUrl: z.string().nullable(),
  /** The visits of an invoice that bills several, the earliest first; empty for any other. */
  jobs: z.array(z.object({ id: z.int(), serviceType: z.string(), day: z.string() })),
});
export type InvoiceDetails = z.output<typeof invoiceDetails>;

/** The input for a receipt. `amountPaid` is never negative, not even for a refund. */
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
  /** True if the amount includes taxes, which the receipt then shows. */
  includesTax: z.boolean().default(false),
  invoiceId: idSchema.nullish(),
  refundOfId: idSchema.nullish(),
  receiptNumber: z.string().nullish(),
  idempotencyKey,
  ...confirmable,
});
/** The columns that the list of receipts can be sorted by. */
export const RECEIPT_ORDERS = ['customer', 'date', 'amount'] as const;
/** Only `voided` shows voided receipts. */
const RECEIPT_VIEWS = ['all', 'payments', 'refunds', 'voided'] as const;
export const receiptListInput = z.object({
  view: z.enum(RECEIPT_VIEWS).default('all'),
  search: optionalLine(100),
  ...sortedPage(...RECEIPT_ORDERS),
});
export const receiptList = sortedPageSchema(receiptSchema);
export const allReceipts = pageSchema(receiptSchema);
/** The badges of the receipts. `totalPayments` adds up all amounts, refunds included; `netOfRefunds` subtracts refunds. */
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
/** `isStored` is true if no mail server is configured and the message stays in the outbox. */
export const mailed = z.object({ success: z.literal(true), isStored: z.boolean() });
/** Asks first if the job of the invoice has another invoice now. */
export const restoration = byId.extend(confirmable);
/** The ids of several documents. Fewer can be mailed at once, since each is made as a PDF first. */
export const documentIds = z.object({ ids: rowsInput(idSchema) });
export const mailedIds = z.object({ ids: rowsInput(idSchema, MOST_MAILS) });
/** The steps that several invoices can take at once; `reopen` undoes `pay`, and `restore` undoes `delete`. */
export const invoiceSteps = documentIds.extend({ step: z.enum(['pay', 'reopen', 'delete', 'restore'], 'Please choose what to do.') });
export const deletion = z.object({ success: z.literal(true) });
