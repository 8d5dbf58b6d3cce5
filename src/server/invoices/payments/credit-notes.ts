import { and, asc, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../../db/client';
import { isBefore, readPage } from '../../../../db/prepared';
import { creditNotes, invoices } from '../../../../db/schema';
import { DomainError, fieldError } from '../../../shared/errors';
import type { CreditNote, creditNoteInput, creditNoteList, creditNoteListInput } from '../../../shared/invoices-schemas';
import { formatCents } from '../../../shared/money';
import { formatMoney } from '../../../shared/store-sums';
import { type TaxedSums, takeProportion } from '../../../shared/taxes';
import { businessDay } from '../../../shared/time';
import { recordActivity } from '../../activity';
import type { Ctx } from '../../context';
import { findRepeat, hashRequest } from '../../http/requests/repeats';
import { assertNotDeducted } from '../agreed/deposits';
import { noteChange } from '../issuing';
import { takeNumber } from '../numbers';
import { formatSums, getRow, type InvoiceRow } from '../reading';
import { clampTaxes, sumCredited } from './refunds';
import { settleCredit } from './settling';

type CreditNoteRow = typeof creditNotes.$inferSelect;
const columns = { note: creditNotes, invoiceNumber: invoices.invoiceNumber };
type Joined = { note: CreditNoteRow; invoiceNumber: string };

const toWire = ({ note, invoiceNumber }: Joined): CreditNote => ({
  ...note,
  ...formatSums(note),
  invoiceNumber,
  amount: formatCents(note.amountCents),
});

export function getCreditNote(ctx: Ctx, id: number): CreditNote {
  const found = ctx.db
    .select(columns)
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .where(eq(creditNotes.id, id))
    .get();
  if (!found) throw new DomainError('NOT_FOUND', 'This credit note does not exist.');
  return toWire(found);
}

export const listCreditNotesFor = (ctx: Ctx, { id, invoiceNumber }: Pick<InvoiceRow, 'id' | 'invoiceNumber'>): CreditNote[] =>
  ctx.db
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, id))
    .orderBy(asc(creditNotes.id))
    .all()
    .map((note) => toWire({ note, invoiceNumber }));

/** Lists credit notes, newest first: all of them, or those of one invoice. */
export function listCreditNotes(
  ctx: Ctx,
  { invoiceId, limit, cursor }: z.output<typeof creditNoteListInput>,
): z.output<typeof creditNoteList> {
  return readPage(
    ctx.db
      .select(columns)
      .from(creditNotes)
      .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
      .where(and(invoiceId == null ? undefined : eq(creditNotes.invoiceId, invoiceId), isBefore(creditNotes.id, cursor)))
      .orderBy(desc(creditNotes.id)),
    limit,
    ({ note }) => note.id,
    (rows) => rows.map(toWire),
  );
}

function leftToCredit(ctx: Ctx, { id, totalCents, hstCents, pstCents }: InvoiceRow): TaxedSums {
  const given = sumCredited(ctx, id);
  return clampTaxes({
    totalCents: totalCents - given.totalCents,
    hstCents: hstCents - given.hstCents,
    pstCents: pstCents - given.pstCents,
  });
}

/** Throws BAD_REQUEST for an amount of 0, and CONFLICT for a draft or for more than is left of the invoice. */
function assertCreditable({ status, invoiceNumber }: InvoiceRow, leftCents: number, amountCents: number): void {
  if (amountCents === 0) throw fieldError('amount', 'Please enter an amount above 0.');
  if (status === 'draft') throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} is a draft. Please change or delete it instead.`);
  if (amountCents <= leftCents) return;
  const most = `At most ${formatMoney(leftCents)} of invoice ${invoiceNumber} can be credited, not ${formatMoney(amountCents)}.`;
  throw new DomainError('CONFLICT', most, { issues: [{ path: 'amount', message: most }] });
}

/**
 * Credits all or a part of an issued invoice with its share of the taxes, so that less is owed. Money that was received beyond the
 * rest has to be refunded separately. The same key again returns the first credit note. Throws NOT_FOUND, BAD_REQUEST,
 * CONFLICT for a draft or for more than is left, and UNPROCESSABLE for a key that was used for another one.
 */
export function createCreditNote(ctx: Ctx, input: z.output<typeof creditNoteInput>): CreditNote {
  const requestHash = hashRequest(input);
  const { amount, reason, idempotencyKey } = input;
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, input.invoiceId);
    const first = findRepeat(ctx, creditNotes, idempotencyKey, requestHash);
    if (first) return getCreditNote(ctx, first.id);
    assertNotDeducted(ctx, row);
    const left = leftToCredit(ctx, row);
    assertCreditable(row, left.totalCents, amount);
    const { totalCents: amountCents, ...parts } = takeProportion(left, amount);
    const { taxProfile, hstRate, pstRate, customerName, customerEmail, customerAddress } = row;
    const number = takeNumber(ctx, 'credit-note');
    const { id } = ctx.db
      .insert(creditNotes)
      .values({
        creditNoteNumber: number.text,
        numberValue: number.value,
        invoiceId: row.id,
        customerName,
        customerEmail,
        customerAddress,
        ...parts,
        amountCents,
        reason,
        issuedDate: businessDay(ctx.now()),
        taxProfile,
        hstRate,
        pstRate,
        createdAt: ctx.now().toISOString(),
        ...(idempotencyKey && { idempotencyKey, requestHash }),
      })
      .returning({ id: creditNotes.id })
      .get();
    const data = { number: number.text, amountCents };
    recordActivity(ctx, { verb: 'creditNote.created', entityType: 'creditNote', entityId: id, data });
    noteChange(ctx, row, 'credited', { amountCents, creditNoteId: id });
    settleCredit(ctx, row, row.creditedCents + amountCents);
    return getCreditNote(ctx, id);
  });
}
