import { eq } from 'drizzle-orm';
import { countRows } from '../../../db/prepared';
import { socialPosts } from '../../../db/schema';
import type { Overview } from '../../shared/overview';
import { countToConvert } from '../calendar/booking-lists';
import type { Ctx } from '../context';
import { countUnread } from '../conversations/service';
import { countUnassigned } from '../dispatch/board';
import { countJobsToday, countToInvoice } from '../dispatch/work-orders';
import { countToReorder } from '../inventory/products';
import { countOverdue } from '../invoices/reading';
import { countFailed } from '../mail/service';
import { countPendingQuotes, countWaitingQuotes } from '../quotes/service';
import { countToShip } from '../store/order-list';
import { listTodos } from '../todos/service';
import { listOverload } from './overload';

/** Returns the figures of the start page that are also lists of what waits for the office. */
export const countWaiting = (ctx: Ctx) => ({
  unassigned: countUnassigned(ctx),
  quotesPending: countPendingQuotes(ctx),
  bookingsToConvert: countToConvert(ctx),
  ordersToShip: countToShip(ctx),
  overdueInvoices: countOverdue(ctx),
  lowStock: countToReorder(ctx),
  failedMessages: countFailed(ctx),
  // Read here, since no domain calls social.
  missedPosts: countRows(ctx.db, socialPosts, eq(socialPosts.status, 'missed')),
});

/** Returns the figures of the office's start page. Each domain counts with the filter of its own list, so figure and list agree. */
export const summarizeToday = (ctx: Ctx): Overview => ({
  ...countWaiting(ctx),
  jobsToday: countJobsToday(ctx),
  quotesWaiting: countWaitingQuotes(ctx),
  jobsToInvoice: countToInvoice(ctx),
  unreadMessages: countUnread(ctx).messages,
  todos: listTodos(ctx),
  overload: listOverload(ctx),
});
