import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { isBefore, readPage, rowGetter } from '../../../db/prepared';
import { moneyIn } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import type { confirmInput, MoneyIn, moneyInInput, moneyInList } from '../../shared/payments-schemas';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { takeTransfer } from '../invoices/payments/payments';
import { getRow, type InvoiceRow } from '../invoices/reading';
import { publishAfterCommit } from '../live';
import { finishTodoByKey } from '../todos/service';
import { learnPayer, listOpen, type OpenInvoice, rankCandidates } from './candidates';

export type MoneyInRow = typeof moneyIn.$inferSelect;

const getTransfer = rowGetter(moneyIn, 'This e-Transfer does not exist.');

/** Names the to-do of an e-Transfer that waits for the office. */
export const todoKey = (reference: string): string => `money-in:${reference}`;

const toWire = (ctx: Ctx, row: MoneyInRow, open: readonly OpenInvoice[]): MoneyIn => ({
  id: row.id,
  reference: row.reference,
  sender: row.sender,
  memo: row.memo,
  amount: formatCents(row.amountCents),
  receivedAt: row.receivedAt,
  status: row.status,
  reason: row.reason,
  suggestions: row.status === 'suggested' ? rankCandidates(ctx, row, open) : [],
  invoiceId: row.invoiceId,
  receiptId: row.receiptId,
});

/** Lists e-Transfers, newest first, each that waits with the open invoices that it may pay. */
export const listMoneyIn = (ctx: Ctx, { status, limit, cursor }: z.output<typeof moneyInInput>): z.output<typeof moneyInList> =>
  readPage(
    ctx.db
      .select()
      .from(moneyIn)
      .where(and(status && eq(moneyIn.status, status), isBefore(moneyIn.id, cursor)))
      .orderBy(desc(moneyIn.id)),
    limit,
    ({ id }) => id,
    (rows) => {
      const open = rows.some((row) => row.status === 'suggested') ? listOpen(ctx) : [];
      return rows.map((row) => toWire(ctx, row, open));
    },
  );

/** Stores a change of an e-Transfer's status with its activity. Call it inside a transaction. */
function change(ctx: Ctx, { id }: MoneyInRow, set: Partial<MoneyInRow>, verb: 'matched' | 'ignored'): MoneyInRow {
  const row = ctx.db
    .update(moneyIn)
    .set({ ...set, updatedAt: ctx.now().toISOString() })
    .where(eq(moneyIn.id, id))
    .returning()
    .get();
  const { invoiceId, receiptId, amountCents } = row;
  recordActivity(ctx, { verb: `money-in.${verb}`, entityType: 'money-in', entityId: id, data: { invoiceId, receiptId, amountCents } });
  finishTodoByKey(ctx, todoKey(row.reference));
  publishAfterCommit(ctx, 'money');
  return row;
}

/** Books an e-Transfer on an invoice with one receipt. Call it inside a transaction. Throws CONFLICT for more than the balance. */
export function book(ctx: Ctx, row: MoneyInRow, invoice: InvoiceRow, reason: string): MoneyInRow {
  const receipt = takeTransfer(ctx, invoice, {
    amountCents: row.amountCents,
    day: businessDay(row.receivedAt),
    idempotencyKey: `interac:${row.reference}`,
  });
  return change(ctx, row, { status: 'matched', reason, invoiceId: invoice.id, receiptId: receipt.id }, 'matched');
}

/**
 * Books an e-Transfer on the invoice that the office chose, and learns the payer's name. A repeat returns the same answer. Throws
 * NOT_FOUND, and CONFLICT for another invoice than before, a paid invoice, or more than the balance.
 */
export function confirmMoneyIn(ctx: Ctx, { id, invoiceId }: z.output<typeof confirmInput>): MoneyIn {
  return inTransaction(ctx.db, () => {
    const row = getTransfer(ctx, id);
    if (row.status === 'matched') {
      if (row.invoiceId === invoiceId) return toWire(ctx, row, []);
      throw new DomainError('CONFLICT', 'This e-Transfer is booked on another invoice already.');
    }
    const invoice = getRow(ctx, invoiceId);
    const booked = book(ctx, row, invoice, `Confirmed for ${invoice.invoiceNumber}.`);
    learnPayer(ctx, row.sender, invoiceId);
    return toWire(ctx, booked, []);
  });
}

/** Sets an e-Transfer aside; a repeat changes nothing. Throws NOT_FOUND, and CONFLICT for one that is booked. */
export function ignoreMoneyIn(ctx: Ctx, { id }: { id: number }): MoneyIn {
  return inTransaction(ctx.db, () => {
    const row = getTransfer(ctx, id);
    if (row.status === 'matched') throw new DomainError('CONFLICT', 'This e-Transfer is booked on an invoice. Delete its receipt instead.');
    if (row.status === 'ignored') return toWire(ctx, row, []);
    return toWire(ctx, change(ctx, row, { status: 'ignored', reason: 'Ignored by the office.' }, 'ignored'), []);
  });
}
