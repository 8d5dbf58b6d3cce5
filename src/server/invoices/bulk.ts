import type { z } from 'zod';
import { changeRows } from '../../../db/row-changes';
import type { RowResults } from '../../shared/bulk';
import { DomainError } from '../../shared/errors';
import type { documentIds, invoiceSteps, mailedIds } from '../../shared/invoices-schemas';
import type { Ctx } from '../context';
import { emailReceipt, prepareInvoice, queuePrepared } from './mailing';
import { getReceiptRow } from './payments/receipts';
import { getRow } from './reading';
import { updateInvoice } from './service';
import { deleteInvoice, restoreInvoice, voidReceipt } from './voiding';

/** `isStored` is true if no mail server is configured and the messages stay in the outbox. */
type Mailed = RowResults & { isStored: boolean };

const changeEach = ({ db }: Ctx, ids: readonly number[], change: (id: number) => unknown): RowResults =>
  changeRows(
    db,
    [...new Set(ids)],
    (id) => id,
    (id) => void change(id),
  );

/** Throws CONFLICT for a paid invoice, so that undoing several payments does not reopen what was paid before them. */
function pay(ctx: Ctx, id: number): void {
  const { status, invoiceNumber } = getRow(ctx, id);
  if (status === 'paid') throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} is paid already.`);
  updateInvoice(ctx, { id, status: 'paid', paymentMethod: 'cash', confirm: false });
}

const STEPS: Record<z.output<typeof invoiceSteps>['step'], (ctx: Ctx, id: number) => unknown> = {
  pay,
  reopen: (ctx, id) => updateInvoice(ctx, { id, status: 'pending', confirm: false }),
  delete: (ctx, id) => deleteInvoice(ctx, { id }),
  restore: (ctx, id) => restoreInvoice(ctx, { id, confirm: false }),
};

/** Marks several invoices as paid, reopens, deletes or restores them. One that would ask first stays as it is, with the question as its reason. */
export const changeInvoices = (ctx: Ctx, { ids, step }: z.output<typeof invoiceSteps>): RowResults =>
  changeEach(ctx, ids, (id) => STEPS[step](ctx, id));

/** Returns the address on a document. Throws CONFLICT if there is no address. */
function getAddress(number: string, email: string | null): string {
  if (!email) throw new DomainError('CONFLICT', `${number} has no e-mail address.`);
  return email;
}

/** Queues several invoices for the addresses on them. Makes their PDFs first, and skips an invoice that changes meanwhile. */
export async function emailInvoices(ctx: Ctx, { ids }: z.output<typeof mailedIds>): Promise<Mailed> {
  const prepared = new Map<number, Awaited<ReturnType<typeof prepareInvoice>> | DomainError>();
  for (const id of ids)
    prepared.set(
      id,
      await prepareInvoice(ctx, id, false).catch((error: unknown) => {
        if (error instanceof DomainError) return error;
        throw error;
      }),
    );
  const { results } = changeEach(ctx, ids, (id) => {
    const made = prepared.get(id);
    if (!made || made instanceof DomainError) throw made;
    const { invoiceNumber, customerEmail } = made.invoice;
    const sent = queuePrepared(ctx, id, getAddress(invoiceNumber, customerEmail), made, false);
    if (!sent) throw new DomainError('CONFLICT', `Invoice ${invoiceNumber} is being changed. Please try again.`);
  });
  return { results, isStored: !ctx.hasMailServer };
}

export const deleteReceipts = (ctx: Ctx, { ids }: z.output<typeof documentIds>): RowResults =>
  changeEach(ctx, ids, (id) => voidReceipt(ctx, { id }));

/** Queues several receipts for the addresses on them. */
export function emailReceipts(ctx: Ctx, { ids }: z.output<typeof mailedIds>): Mailed {
  const { results } = changeEach(ctx, ids, (id) => {
    const { receiptNumber, customerEmail } = getReceiptRow(ctx, id);
    emailReceipt(ctx, { receiptId: id, customerEmail: getAddress(receiptNumber, customerEmail) });
  });
  return { results, isStored: !ctx.hasMailServer };
}
