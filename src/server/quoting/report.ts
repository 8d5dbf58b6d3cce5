import { and, gte, lt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { quotes } from '../../../db/schema';
import { formatCents } from '../../shared/money';
import type { quoteReport, quoteReportInput } from '../../shared/quoting-schemas';
import { addUp } from '../../shared/statistics';
import { businessDayBounds } from '../../shared/time';
import type { Ctx } from '../context';

const isApproved = sql`${quotes.status} = 'approved'`;

/**
 * Returns what became of the quotes that were sent in a period, by service. Of the versions of a quote only the last one counts, so that
 * each quote is won once at most.
 */
export function reportQuotes(ctx: Ctx, { from, to }: z.output<typeof quoteReportInput>): z.output<typeof quoteReport> {
  const [[begins], [, ends]] = [businessDayBounds(from), businessDayBounds(to)];
  const rows = ctx.db
    .select({
      serviceType: quotes.serviceType,
      sent: sql<number>`count(*)`,
      viewed: sql<number>`count(${quotes.viewedAt})`,
      approved: sql<number>`sum(${isApproved})`,
      cents: sql<number>`sum(iif(${isApproved}, ${quotes.totalCents}, 0))`,
    })
    .from(quotes)
    .where(and(gte(quotes.sentAt, begins), lt(quotes.sentAt, ends), sql`sent_at is not null`, ne(quotes.status, 'superseded')))
    .groupBy(quotes.serviceType)
    .orderBy(quotes.serviceType)
    .all();
  return {
    sent: addUp(rows, 'sent'),
    viewed: addUp(rows, 'viewed'),
    approved: addUp(rows, 'approved'),
    value: formatCents(addUp(rows, 'cents')),
    byService: rows.map(({ serviceType, sent, approved }) => ({
      serviceType,
      sent,
      approved,
      winRate: Math.round((100 * approved) / sent),
    })),
  };
}
