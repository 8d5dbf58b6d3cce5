import { and, eq, inArray, sql } from 'drizzle-orm';
import { invoices, outbox } from '../../../../db/schema';
import { daysBetween } from '../../../shared/calendar-day';
import { formatMoney } from '../../../shared/store-sums';
import { businessDay, formatDay, isInstant } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getBalance, isCredited, isDelivered } from '../../invoices/reading';
import { writeDraft } from '../../mail/drafts';
import { getSettings } from '../../settings/service';
import type { Read, Sweep } from '../sweep';
import { toSingleLine } from '../wording';

/** Invoices that one run reads at most, and reminders that it writes at most. */
const MOST_INVOICES = 200;
const MOST_WRITTEN = 15;

type InvoiceRow = typeof invoices.$inferSelect;
const findInvoice = ({ db }: Ctx, id: number | null): InvoiceRow | undefined =>
  id === null ? undefined : db.select().from(invoices).where(eq(invoices.id, id)).get();

const getOpenCents = (row: InvoiceRow): number =>
  row.deletedAt === null && (row.status === 'pending' || row.status === 'overdue') ? getBalance(row) : 0;

/** Returns which reminder of a delivered invoice is due today, 1 or 2, or null. The second waits until the first has gone out. */
function dueReminder(ctx: Ctx, invoice: InvoiceRow): number | null {
  const today = businessDay(ctx.now());
  const { firstReminderDays, secondReminderDays, mostReminders } = getSettings(ctx).automation;
  const late = daysBetween(invoice.dueDate, today);
  if (getOpenCents(invoice) === 0 || late < firstReminderDays || mostReminders === 0 || !isDelivered(ctx, invoice)) return null;
  const written = ctx.db
    .select({ status: outbox.status, createdAt: outbox.createdAt, sentAt: outbox.sentAt })
    .from(outbox)
    .where(
      and(
        eq(outbox.relatedType, 'invoice'),
        eq(outbox.relatedId, invoice.id),
        eq(outbox.purpose, 'overdue-reminder'),
        inArray(outbox.status, ['draft', 'queued', 'unknown', 'sent', 'stored', 'failed']),
      ),
    )
    .orderBy(outbox.id)
    .all();
  const last = written.at(-1);
  if (!last) return 1;
  if (written.length >= mostReminders || last.status === 'draft' || last.status === 'queued') return null;
  const at = last.sentAt ?? last.createdAt;
  if (!isInstant(at)) return null;
  const since = daysBetween(businessDay(at), today);
  return late >= secondReminderDays && since >= secondReminderDays - firstReminderDays ? written.length + 1 : null;
}

function remind(ctx: Ctx, invoice: InvoiceRow, which: number): boolean {
  const balanceCents = getOpenCents(invoice);
  const outcome = writeDraft(ctx, {
    purpose: 'overdue-reminder',
    to: invoice.customerEmail,
    values: {
      customerName: toSingleLine(invoice.customerName),
      invoiceNumber: toSingleLine(invoice.invoiceNumber),
      balance: formatMoney(balanceCents),
      dueDate: formatDay(invoice.dueDate),
    },
    relatedType: 'invoice',
    relatedId: invoice.id,
    // The balance is part of the key: if it changes, the draft is withdrawn and a new one is written.
    dedupeKey: `overdue-reminder:invoice:${invoice.id}:${which}:${balanceCents}`,
  });
  return outcome !== 'call-only' && outcome !== 'known';
}

const listOpenAfter: Read<{ id: number }> = ({ db }, { after, limit }) =>
  db
    .select({ id: sql<number>`invoices.id` })
    .from(sql`invoices indexed by invoices_open_newest`)
    .where(sql`deleted_at is null and status in ('pending', 'overdue') and invoices.id > ${after}`)
    .orderBy(sql`invoices.id`)
    .limit(limit)
    .all();

/** Writes reminders of overdue invoices, at most two each: 3 and 10 days after the due day by default. */
export function remindOfInvoices(ctx: Ctx, sweep: Sweep): { examined: number; reminded: number } {
  let reminded = 0;
  const examined = sweep.each('invoices', MOST_INVOICES, listOpenAfter, ({ id }) => {
    if (reminded >= MOST_WRITTEN) return false;
    const invoice = findInvoice(ctx, id);
    const which = invoice ? dueReminder(ctx, invoice) : null;
    if (invoice && which !== null && remind(ctx, invoice, which)) reminded += 1;
    return true;
  });
  return { examined, reminded };
}

/** Returns the reason why a waiting payment reminder is no longer true, or null. */
export function reasonNotToRemind(
  ctx: Ctx,
  { id, createdAt, body }: { id: number | null; createdAt: string; body: string },
): string | null {
  const invoice = findInvoice(ctx, id);
  if (!invoice || invoice.deletedAt !== null) return 'The invoice was voided.';
  const balanceCents = getOpenCents(invoice);
  if (balanceCents === 0 && invoice.status === 'draft') return 'The invoice is a draft again.';
  if (balanceCents === 0) return isCredited(invoice) ? 'The invoice was credited.' : 'The invoice is paid.';
  if (!isDelivered(ctx, invoice)) return 'The invoice was neither mailed nor handed over.';
  if (invoice.dueDate >= businessDay(ctx.now())) return 'The invoice is not due any more.';
  // The owner may have edited the text, so it counts as wrong only if the invoice changed after it was written.
  const isChanged = (invoice.updatedAt ?? invoice.createdAt) > createdAt;
  return isChanged && !(body.includes(formatMoney(balanceCents)) && body.includes(formatDay(invoice.dueDate)))
    ? 'The invoice was changed in the meantime.'
    : null;
}
