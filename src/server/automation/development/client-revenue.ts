import { and, eq, gte, isNotNull, isNull, ne, sql, sum } from 'drizzle-orm';
import { invoices, workOrders } from '../../../../db/schema';
import { formatCents, MAX_CENTS } from '../../../shared/money';
import { roundHalfUp } from '../../../shared/statistics';
import type { Ctx } from '../../context';
import { getSettings } from '../../settings/service';
import { isFinished } from '../people';
import { periodStart } from './search';

/** A contract is valued at four times the revenue of 90 days, so a year counts as 360 days. */
const YEAR_DAYS = 360;

const readInvoicedCents = ({ db }: Ctx, clientId: number, from: string): number =>
  db
    .select({ cents: sum(invoices.subtotalCents).mapWith(Number) })
    .from(workOrders)
    .innerJoin(invoices, eq(invoices.workOrderId, workOrders.id))
    .where(
      and(
        eq(workOrders.clientId, clientId),
        isNull(invoices.deletedAt),
        ne(invoices.status, 'draft'),
        gte(sql`coalesce(${invoices.issuedAt}, ${invoices.createdAt})`, from),
      ),
    )
    .get()?.cents ?? 0;
const readFinishedCents = ({ db }: Ctx, clientId: number, from: string): number =>
  db
    .select({ cents: sum(workOrders.totalAmountCents).mapWith(Number) })
    .from(workOrders)
    .where(and(eq(workOrders.clientId, clientId), isFinished, isNotNull(workOrders.totalAmountCents), gte(workOrders.completedDate, from)))
    .get()?.cents ?? 0;

const showDollars = (cents: number): string => `$${formatCents(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/**
 * Estimates a year of revenue with a client before tax: what their jobs were invoiced for in the current period, or else the amounts
 * of the jobs finished in it, times the number of periods in a year. Undefined without revenue.
 */
export function estimateYearlyValue(ctx: Ctx, clientId: number): { cents: number; basis: string } | undefined {
  const { periodDays } = getSettings(ctx).automation;
  const times = YEAR_DAYS / periodDays;
  for (const [read, what] of [
    [readInvoicedCents, 'invoiced'],
    [readFinishedCents, 'of finished jobs'],
  ] as const) {
    const cents = read(ctx, clientId, periodStart(ctx));
    const value = roundHalfUp(times * cents);
    if (cents > 0 && value <= MAX_CENTS)
      return { cents: value, basis: `${Number(times.toFixed(2))} × ${showDollars(cents)} ${what} before tax in ${periodDays} days` };
  }
  return undefined;
}
