import { z } from 'zod';
import { MONEY_IN_STATUSES } from './payments';
import { byId, idSchema, pageInput } from './text';

const moneyInRow = z.object({
  id: z.int(),
  reference: z.string(),
  sender: z.string(),
  memo: z.string().nullable(),
  amount: z.string(),
  receivedAt: z.string(),
  status: z.enum(MONEY_IN_STATUSES),
  /** The sentence that says why it was matched or only suggested. */
  reason: z.string(),
  /** Open invoices that it may pay, the best first; empty unless its status is `suggested`. */
  suggestions: z.array(z.object({ invoiceId: z.int(), invoiceNumber: z.string(), reason: z.string() })),
  invoiceId: z.int().nullable(),
  receiptId: z.int().nullable(),
});
export type MoneyIn = z.output<typeof moneyInRow>;
export { moneyInRow };

export const moneyInList = z.object({ rows: z.array(moneyInRow), nextCursor: z.int().nullable() });
/** A page is short, because each of its rows is compared with the open invoices. */
export const moneyInInput = pageInput.extend({
  limit: pageInput.shape.limit.transform((limit) => Math.min(limit, 50)),
  status: z.enum(MONEY_IN_STATUSES).optional(),
});
export const confirmInput = byId.extend({ invoiceId: idSchema });

/**
 * The outcome of a notice or of a row of a bank's list: the status of its e-Transfer, or `skipped` with a hint if it is not about an
 * e-Transfer that arrived.
 */
export const receivedSchema = z.object({
  status: z.enum([...MONEY_IN_STATUSES, 'skipped']),
  id: z.int().nullable(),
  reason: z.string(),
});
export type Received = z.output<typeof receivedSchema>;

/** The outcome of an uploaded file: how many e-Transfers of each kind it has, and why something was skipped. */
export const filedSchema = z.object({
  matched: z.int(),
  suggested: z.int(),
  known: z.int(),
  skipped: z.int(),
  hint: z.string().nullable(),
});
export type Filed = z.output<typeof filedSchema>;
