import { sql } from 'drizzle-orm';
import type { Sliced } from '../../../../db/slices';
import { daysBetween } from '../../../shared/calendar-day';
import { businessDay, isInstant } from '../../../shared/time';
import type { Ctx } from '../../context';
import { findInvoice, getOpenCents, listReminders, writeReminder } from '../../invoices/payments/reminders';
import { type InvoiceRow, isDelivered } from '../../invoices/reading';
import { getSettings } from '../../settings/service';
import type { Read, RunUnderWay, Sweep } from '../sweep';

/** Invoices that one run reads at most, and reminders that it writes at most. */
const MOST_INVOICES = 200;
const MOST_WRITTEN = 15;

/** Returns which reminder of a delivered invoice is due today, 1 or 2, or null. The second waits until the first has gone out. */
function dueReminder(ctx: Ctx, invoice: InvoiceRow): number | null {
  const today = businessDay(ctx.now());
  const { firstReminderDays, secondReminderDays, mostReminders } = getSettings(ctx).automation;
  const late = daysBetween(invoice.dueDate, today);
  if (getOpenCents(invoice) === 0 || late < firstReminderDays || mostReminders === 0 || !isDelivered(ctx, invoice)) return null;
  const written = listReminders(ctx, invoice.id);
  const last = written.at(-1);
  if (!last) return 1;
  if (written.length >= mostReminders || last.status === 'draft' || last.status === 'queued') return null;
  const at = last.sentAt ?? last.createdAt;
  if (!isInstant(at)) return null;
  const since = daysBetween(businessDay(at), today);
  return late >= secondReminderDays && since >= secondReminderDays - firstReminderDays ? written.length + 1 : null;
}

function remind(ctx: Ctx, invoice: InvoiceRow, which: number): boolean {
  // The balance is part of the key: if it changes, the draft is withdrawn and a new one is written.
  const outcome = writeReminder(ctx, invoice, `${which}:${getOpenCents(invoice)}`);
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

/** Writes reminders of overdue invoices and returns how many, at most two each: 3 and 10 days after the due day by default. */
export function* remindOfInvoices(ctx: Ctx, sweep: Sweep, run: RunUnderWay): Sliced<number> {
  let reminded = 0;
  yield* sweep.each('invoices', MOST_INVOICES, listOpenAfter, ({ id }) => {
    if (reminded >= MOST_WRITTEN) return false;
    const invoice = findInvoice(ctx, id);
    const which = invoice ? dueReminder(ctx, invoice) : null;
    if (invoice && which !== null && remind(ctx, invoice, which)) {
      reminded += 1;
      run.created += 1;
    }
    run.examined += 1;
    return true;
  });
  return reminded;
}
