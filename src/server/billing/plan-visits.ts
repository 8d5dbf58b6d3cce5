import { type SQL, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { IS_TO_BILL } from '../../../db/schema';
import { addDays, getWeekday } from '../../shared/calendar-day';
import { DomainError } from '../../shared/errors';
import { parseCents } from '../../shared/money';
import { addMinutes, businessDay, businessInstant } from '../../shared/time';
import { isClosedDay } from '../calendar/service';
import type { Ctx } from '../context';
import { getJobInvoice } from '../invoices/billing';
import { createInvoice } from '../invoices/service';
import { getSettings } from '../settings/service';
import { billJobs, billMany } from './service';

/** Days after its completion within which a visit is billed by itself, so that turning this on does not bill the past. */
const DAYS = 7;
/** The same for visits that are billed by month: a whole month, and some days for holidays and outages. */
const MONTH_DAYS = 45;
const MOST = 50;
const MOST_MONTHLY = 200;

const IS_BOOKED = sql`exists (select 1 from appointment_bookings b where b.work_order_id = w.id)`;

type Visit = { id: number; clientId: number };
/** Lists finished visits of plans with a price that were completed within some days, client by client. */
const listVisits = (ctx: Ctx, isMeant: SQL, { days, most }: { days: number; most: number }): Visit[] =>
  ctx.db.all<Visit>(
    sql`select w.id, w.client_id as clientId from work_orders w indexed by work_orders_to_bill join plans p on p.id = w.plan_id and ${isMeant}
        where ${sql.raw(IS_TO_BILL.replace('status in', 'w.status in'))} and w.total_amount_cents > 0
          and w.completed_date > ${addMinutes(ctx.now(), -days * 1440)} order by w.client_id, w.id limit ${sql.raw(String(most))}`,
  );

const toIds = (visits: readonly Visit[]): number[] => visits.map(({ id }) => id);

/** Returns whether a day is from Monday to Friday and the company is not closed. */
const isBusinessDay = (ctx: Ctx, day: string): boolean => getWeekday(day) % 6 !== 0 && !isClosedDay(ctx, day);

/**
 * Returns the first day whose visits are not billed yet: months before it are over, and a business day has begun since. Before the first
 * business day of a month that is the start of the last one.
 */
function getOpenMonth(ctx: Ctx): string {
  const today = businessDay(ctx.now());
  const start = `${today.slice(0, 7)}-01`;
  for (let day = start; day <= today; day = addDays(day, 1)) if (isBusinessDay(ctx, day)) return start;
  return `${addDays(start, -1).slice(0, 7)}-01`;
}

/** Lists the visits of months that are over. Leaves a client to the next time whose visits do not all fit, so that they stay together. */
function listMonthly(ctx: Ctx): number[] {
  const isOver = sql`w.scheduled_date < ${businessInstant(getOpenMonth(ctx), '00:00')}`;
  const isMeant = sql`p.billing = 'month' and not ${IS_BOOKED} and ${isOver}`;
  const visits = listVisits(ctx, isMeant, { days: MONTH_DAYS, most: MOST_MONTHLY });
  const last = visits.length < MOST_MONTHLY || visits[0]?.clientId === visits.at(-1)?.clientId ? undefined : visits.at(-1)?.clientId;
  return toIds(visits.filter(({ clientId }) => clientId !== last));
}

/** Drafts the invoice of a visit. A visit that a rule rejects stays on the list of jobs to bill. */
function draftInvoice(ctx: Ctx, workOrderId: number): void {
  try {
    const { invoiceId: _known, ...facts } = getJobInvoice(ctx, { workOrderId });
    createInvoice(ctx, { ...facts, subtotal: parseCents(facts.subtotal) ?? 0, status: 'draft', confirm: false });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/**
 * Bills completed visits of plans as far as the owner wants that: as drafts, or issued and mailed. A visit that is billed one by one follows
 * its completion. The visits of a plan that is billed by month are billed together on the first business day after the month. One that is
 * completed later joins the draft, or gets an invoice of its own.
 */
export async function billPlanVisits(ctx: Ctx): Promise<void> {
  const { autoBill } = getSettings(ctx);
  if (autoBill === 'off') return;
  const single = toIds(listVisits(ctx, sql`(p.billing = 'visit' or ${IS_BOOKED})`, { days: DAYS, most: MOST }));
  const monthly = listMonthly(ctx);
  if (autoBill === 'send') return void (await billMany(ctx, { workOrderIds: [...single, ...monthly], send: true }));
  for (const id of single) draftInvoice(ctx, id);
  inTransaction(ctx.db, () => billJobs(ctx, monthly, 'draft'));
}
