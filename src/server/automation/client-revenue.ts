import { and, eq, gte, isNotNull, isNull, ne, sql, sum } from 'drizzle-orm';
import { invoices, workOrders } from '../../../db/schema';
import { formatCents, MAX_CENTS } from '../../shared/money';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';
import { isFinished } from './people';

/** Quarters in the year that a contract is valued by (automation.md §4). */
const QUARTERS = 4;
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
 * What a year with a client may come to: four times what their jobs were invoiced for since an instant, before tax; where nothing
 * was, four times the amounts of the jobs finished since. Undefined where there is neither.
 */
export function yearlyValue(ctx: Ctx, clientId: number, from: string): { cents: number; basis: string } | undefined {
  for (const [read, what] of [
    [invoiced, 'invoiced before tax in 90 days'],
    [finished, 'of finished jobs before tax in 90 days'],
  ] as const) {
    const cents = read(ctx.db).get({ id: clientId, from })?.cents ?? 0;
    if (cents > 0 && QUARTERS * cents <= MAX_CENTS)
      return { cents: QUARTERS * cents, basis: `${QUARTERS} × ${showDollars(cents)} ${what}` };
  }
  return undefined;
}
