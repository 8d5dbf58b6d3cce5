import type { z } from 'zod';
import { readDailySums, sumReceived } from '../../../db/daily-sums';
import { addDays } from '../../shared/calendar-day';
import { formatCents } from '../../shared/money';
import type { MonthMoney, moneySchema } from '../../shared/overview';
import { addUp } from '../../shared/statistics';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';

/** Returns all days of the month in which a day lies. */
function getMonthDays(day: string): string[] {
  const first = `${day.slice(0, 8)}01`;
  return Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter((other) => other.slice(0, 7) === day.slice(0, 7));
}

function sumMonth(ctx: Ctx, day: string): MonthMoney {
  const days = getMonthDays(day);
  const range = { from: days[0] ?? day, to: days.at(-1) ?? day };
  const received = readDailySums(ctx, 'receipts', range, 'day');
  return {
    month: day.slice(0, 7),
    received: formatCents(sumReceived(received)),
    invoiced: formatCents(addUp(readDailySums(ctx, 'invoices', range, 'month'), 'total')),
    days: days.map((date) => formatCents(sumReceived(received.filter(({ period }) => period === date)))),
  };
}

/** Returns the money received and invoiced this month and last month, by the sums that triggers keep for each day. */
export function summarizeMoney(ctx: Ctx): z.output<typeof moneySchema> {
  const today = businessDay(ctx.now());
  const lastMonth = addDays(`${today.slice(0, 8)}01`, -1);
  return { today, thisMonth: sumMonth(ctx, today), lastMonth: sumMonth(ctx, lastMonth) };
}
