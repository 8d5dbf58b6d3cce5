import { setImmediate as breathe } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { inSavepoint, inTransaction } from '../../../db/client';
import { IS_TO_BILL } from '../../../db/schema';
import type { BillResult } from '../../shared/billing';
import { addDays, getWeekday } from '../../shared/calendar-day';
import { DomainError } from '../../shared/errors';
import { AUTO_BILL_DAYS } from '../../shared/invoices';
import { parseCents } from '../../shared/money';
import { addMinutes, businessDay, businessInstant } from '../../shared/time';
import { isClosedDay } from '../calendar/service';
import type { Ctx } from '../context';
import { getJobInvoice } from '../invoices/billing';
import { createInvoice } from '../invoices/service';
import { getSettings } from '../settings/service';
import { addTodo } from '../todos/service';
import { billJobs, billMany } from './service';

const IS_BOOKED = sql`exists (select 1 from appointment_bookings b where b.work_order_id = w.id)`;
/** Selects visits whose invoice was voided or deleted. Whether to bill these again is for the office. */
const WAS_BILLED = sql`(exists (select 1 from invoices v where v.work_order_id = w.id and v.deleted_at is not null)
  or exists (select 1 from invoice_jobs j join invoices v on v.id = j.invoice_id where j.work_order_id = w.id and v.deleted_at is not null))`;

/** Selects finished visits of plans with a price that were never billed. */
const IS_UNBILLED = sql`${sql.raw(IS_TO_BILL.replace('status in', 'w.status in'))} and w.total_amount_cents > 0 and not ${WAS_BILLED}`;

const isWithin = (ctx: Ctx, days: number): SQL => sql`w.completed_date > ${addMinutes(ctx.now(), -days * 1440)}`;
const isSingle = (ctx: Ctx): SQL => sql`(p.billing = 'visit' or ${IS_BOOKED}) and ${isWithin(ctx, AUTO_BILL_DAYS.visit)}`;

/** Returns whether a day is from Monday to Friday and the company is not closed. */
const isBusinessDay = (ctx: Ctx, day: string): boolean => getWeekday(day) % 6 !== 0 && !isClosedDay(ctx, day);

/**
 * Returns the first day of the earliest month that is not billed yet. A month is billed from the first business day after it on, so before
 * that day this is the start of the previous month.
 */
function getOpenMonth(ctx: Ctx): string {
  const today = businessDay(ctx.now());
  const start = `${today.slice(0, 7)}-01`;
  for (let day = start; day <= today; day = addDays(day, 1)) if (isBusinessDay(ctx, day)) return start;
  return `${addDays(start, -1).slice(0, 7)}-01`;
}

/** Selects the visits of the months before {@link getOpenMonth}. */
const isMonthly = (ctx: Ctx): SQL =>
  sql`p.billing = 'month' and not ${IS_BOOKED} and ${isWithin(ctx, AUTO_BILL_DAYS.month)}
    and w.scheduled_date < ${businessInstant(getOpenMonth(ctx), '00:00')}`;

/** Lists the clients with visits to bill. */
const listClients = (ctx: Ctx): number[] =>
  ctx.db
    .all<{ id: number }>(
      sql`select distinct w.client_id as id from work_orders w indexed by work_orders_to_bill join plans p on p.id = w.plan_id
        where ${IS_UNBILLED} and ((${isSingle(ctx)}) or (${isMonthly(ctx)})) order by w.client_id`,
    )
    .map(({ id }) => id);

/** Lists the visits to bill of a client. */
const listVisits = (ctx: Ctx, clientId: number, isMeant: SQL): number[] =>
  ctx.db
    .all<{ id: number }>(
      sql`select w.id from work_orders w indexed by work_orders_client join plans p on p.id = w.plan_id
        where w.client_id = ${clientId} and ${IS_UNBILLED} and ${isMeant} order by w.id`,
    )
    .map(({ id }) => id);

/** Drafts the invoice of a visit. A visit that a rule rejects stays on the list of jobs to bill. */
function draftInvoice(ctx: Ctx, workOrderId: number): void {
  try {
    inSavepoint(ctx.db, () => {
      const { invoiceId: _known, ...facts } = getJobInvoice(ctx, { workOrderId });
      createInvoice(ctx, { ...facts, subtotal: parseCents(facts.subtotal) ?? 0, status: 'draft', confirm: false });
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Asks the office, once for each invoice, to deliver the new invoices that were not mailed. */
function askToDeliver(ctx: Ctx, { rows }: BillResult): void {
  const unmailed = rows.filter(({ status, message }) => status === 'billed' && message !== null);
  if (unmailed.length === 0) return;
  inTransaction(ctx.db, () => {
    for (const { invoiceId, message } of unmailed)
      addTodo(ctx, {
        kind: 'money-in',
        text: `Invoice to deliver: ${message}`,
        path: `/invoices?invoice=${invoiceId}`,
        dedupeKey: `deliver:${invoiceId}`,
      });
  });
}

/** Bills the visits of a client in one transaction, and mails the invoices if the owner wants that. */
async function billClient(ctx: Ctx, clientId: number): Promise<void> {
  const { autoBill } = getSettings(ctx);
  const single = listVisits(ctx, clientId, isSingle(ctx));
  const monthly = listVisits(ctx, clientId, isMonthly(ctx));
  if (autoBill === 'send') askToDeliver(ctx, await billMany(ctx, { workOrderIds: [...single, ...monthly], send: true }));
  if (autoBill !== 'draft') return;
  inTransaction(ctx.db, () => {
    for (const id of single) draftInvoice(ctx, id);
    billJobs(ctx, monthly, 'draft');
  });
}

/**
 * Bills completed visits of plans as far as the owner wants that: as drafts, or issued and mailed. A visit that is billed one by one
 * follows its completion. The visits of a plan that is billed by month are billed together on the first business day after the month. One
 * that is completed later joins the draft, or gets an invoice of its own. Lets requests run between two clients.
 */
export async function billPlanVisits(ctx: Ctx, shouldStop: () => boolean = () => false): Promise<void> {
  if (getSettings(ctx).autoBill === 'off') return;
  for (const clientId of listClients(ctx)) {
    if (shouldStop()) return;
    await billClient(ctx, clientId);
    await breathe();
  }
}
