import { and, eq, gte, isNotNull, isNull, ne, sql, sum } from 'drizzle-orm';
import { invoices, workOrders } from '../../../db/schema';
import { formatCents, MAX_CENTS } from '../../shared/money';
import { roundHalfUp } from '../../shared/statistics';
import { prepared } from '../prepared';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { periodStart } from './development';
import { isFinished } from './people';

/** Days of the year that a contract is valued by: four times what came in 90 days (automation.md §4). */
const YEAR_DAYS = 360;
const given = sql.placeholder;

const invoiced = prepared((db) =>
  db
    .select({ cents: sum(invoices.subtotalCents).mapWith(Number) })
    .from(workOrders)
    .innerJoin(invoices, eq(invoices.workOrderId, workOrders.id))
    .where(
      and(
        eq(workOrders.clientId, given('id')),
        isNull(invoices.deletedAt),
        ne(invoices.status, 'draft'),
        gte(sql`coalesce(${invoices.issuedAt}, ${invoices.createdAt})`, given('from')),
      ),
    )
    .prepare(),
);
const finished = prepared((db) =>
  db
    .select({ cents: sum(workOrders.totalAmountCents).mapWith(Number) })
    .from(workOrders)
    .where(
      and(
        eq(workOrders.clientId, given('id')),
        isFinished,
        isNotNull(workOrders.totalAmountCents),
        gte(workOrders.completedDate, given('from')),
      ),
    )
    .prepare(),
);

const showDollars = (cents: number): string => `$${formatCents(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/**
 * What a year with a client may come to: four times what their jobs were invoiced for in the last 90 days, before tax; where nothing
 * was, four times the amounts of the jobs finished in them. In another period of the owner's as often as it is in the year.
 * Undefined where there is neither.
 */
export function yearlyValue(ctx: Ctx, clientId: number): { cents: number; basis: string } | undefined {
  const { periodDays } = getSettings(ctx).automation;
  const times = YEAR_DAYS / periodDays;
  for (const [read, what] of [
    [invoiced, 'invoiced'],
    [finished, 'of finished jobs'],
  ] as const) {
    const cents = read(ctx.db).get({ id: clientId, from: periodStart(ctx) })?.cents ?? 0;
    const value = roundHalfUp(times * cents);
    if (cents > 0 && value <= MAX_CENTS)
      return { cents: value, basis: `${Number(times.toFixed(2))} × ${showDollars(cents)} ${what} before tax in ${periodDays} days` };
  }
  return undefined;
}
