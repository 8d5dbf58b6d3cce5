import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { prepared } from '../../../db/prepared';
import { socialPosts } from '../../../db/schema';
import { windowBounds } from '../../shared/booking-times';
import { NEED_KINDS, NEEDS_SHOWN, type Need, type NeedKind, type needsSchema } from '../../shared/overview';
import { formatOrderNumber } from '../../shared/store-sums';
import { listUnbilled, summarizeUnbilled } from '../billing/service';
import { listToConvert } from '../calendar/booking-lists';
import type { Ctx } from '../context';
import { countUnread, listConversations } from '../conversations/service';
import { listUnassigned } from '../dispatch/board';
import { listInventory } from '../inventory/products';
import { getReminderState } from '../invoices/payments/reminders';
import { listInvoices } from '../invoices/reading';
import { countMessages, listMessages } from '../mail/service';
import { countProposed } from '../plans/rows';
import { listPlans } from '../plans/service';
import { listQuotes } from '../quotes/service';
import { countQuoteChanges, listPricedQuotes } from '../quoting/reading';
import { listOrders } from '../store/order-list';
import { countWaiting } from './service';

const page = { limit: NEEDS_SHOWN, cursor: undefined };
const none = { detail: null, at: null, amount: null, status: null };

const toJob = (order: ReturnType<typeof listUnassigned>['rows'][number], at: string | null): Need => ({
  id: order.id,
  title: order.client.name,
  detail: order.serviceType,
  at,
  amount: order.totalAmount,
  status: order.status,
});
const toMessage = ({ id, subject, to, createdAt, status }: ReturnType<typeof listMessages>['rows'][number]): Need => ({
  ...none,
  id,
  title: subject,
  detail: to,
  at: createdAt,
  status,
});

const missedPosts = prepared((db) =>
  db
    .select({
      id: socialPosts.id,
      title: socialPosts.content,
      detail: socialPosts.platform,
      at: socialPosts.scheduledFor,
      status: socialPosts.status,
    })
    .from(socialPosts)
    .where(eq(socialPosts.status, 'missed'))
    .orderBy(desc(socialPosts.id))
    .limit(NEEDS_SHOWN),
);

/** The first records of each kind, read as their own lists read them. */
const READS: Record<NeedKind, (ctx: Ctx) => Need[]> = {
  unread: (ctx) =>
    listConversations(ctx, { ...page, unread: true }).rows.map(({ clientId, name, lastText, lastAt }) => ({
      ...none,
      id: clientId,
      title: name,
      detail: lastText,
      at: lastAt,
    })),
  quotes: (ctx) =>
    listQuotes(ctx, { ...page, status: 'pending' }).inquiries.map(({ id, name, serviceType, createdAt, status }) => ({
      ...none,
      id,
      title: name,
      detail: serviceType,
      at: createdAt,
      status,
    })),
  quoteChanges: (ctx) =>
    listPricedQuotes(ctx, { ...page, status: 'changes_requested' }).rows.map(({ id, customerName, changeRequest, total }) => ({
      ...none,
      id,
      title: customerName,
      detail: changeRequest?.slice(0, 100) ?? null,
      amount: total,
    })),
  bookings: (ctx) =>
    listToConvert(ctx, page).rows.map((booking) => ({
      ...none,
      id: booking.id,
      title: booking.clientName,
      detail: booking.serviceType,
      at: booking.agreedTime ?? windowBounds(booking)[0],
      amount: booking.totalAmount,
    })),
  plans: (ctx) =>
    listPlans(ctx, { ...page, status: 'proposed' }).rows.map(({ id, clientName, serviceType, startDate, price }) => ({
      ...none,
      id,
      title: clientName,
      detail: serviceType,
      at: startDate,
      amount: price,
    })),
  unassigned: (ctx) => listUnassigned(ctx, page).rows.map((order) => toJob(order, order.scheduledDate)),
  orders: (ctx) =>
    listOrders(ctx, { ...page, view: 'to-ship', search: null }).rows.map((order) => ({
      id: order.orderNumber,
      title: order.customerName,
      detail: formatOrderNumber(order.orderNumber),
      at: order.createdAt,
      amount: order.totalAmount,
      status: order.status,
    })),
  toInvoice: (ctx) =>
    listUnbilled(ctx, page).rows.map(({ workOrderId, clientName, serviceType, completedAt, amount }) => ({
      ...none,
      id: workOrderId,
      title: clientName,
      detail: serviceType,
      at: completedAt,
      amount,
    })),
  overdue: (ctx) =>
    listInvoices(ctx, { ...page, view: 'overdue', search: null }).rows.map((invoice) => ({
      id: invoice.id,
      title: invoice.customerName,
      detail: invoice.invoiceNumber,
      at: invoice.dueDate,
      amount: invoice.balance,
      status: getReminderState(ctx, invoice.id),
    })),
  drafts: (ctx) => listMessages(ctx, { ...page, view: 'drafts' }).rows.map(toMessage),
  failed: (ctx) => listMessages(ctx, { ...page, view: 'failed' }).rows.map(toMessage),
  // Read here, since no domain calls social.
  missed: ({ db }) =>
    missedPosts(db)
      .all()
      .map((post) => ({ ...none, ...post, title: post.title.slice(0, 100) })),
  lowStock: (ctx) =>
    listInventory(ctx, { ...page, view: 'reorder', search: null, category: null }).rows.map(
      ({ id, name, stockQuantity, reorderLevel }) => ({
        ...none,
        id,
        title: name,
        detail: `${stockQuantity} left, reorder at ${reorderLevel}`,
      }),
    ),
};

/** Returns what waits for the office: of each kind the first records, and the length of its list. */
export function listNeeds(ctx: Ctx): z.output<typeof needsSchema> {
  const figures = countWaiting(ctx);
  const unbilled = summarizeUnbilled(ctx);
  const totals: Record<NeedKind, number> = {
    unread: countUnread(ctx).clients,
    quotes: figures.quotesPending,
    quoteChanges: countQuoteChanges(ctx),
    bookings: figures.bookingsToConvert,
    plans: countProposed(ctx),
    unassigned: figures.unassigned,
    orders: figures.ordersToShip,
    toInvoice: unbilled.jobs,
    overdue: figures.overdueInvoices,
    drafts: countMessages(ctx).drafts,
    failed: figures.failedMessages,
    missed: figures.missedPosts,
    lowStock: figures.lowStock,
  };
  return NEED_KINDS.filter((kind) => totals[kind] > 0).map((kind) => ({
    kind,
    total: totals[kind],
    sum: kind === 'toInvoice' ? unbilled.total : null,
    rows: READS[kind](ctx),
  }));
}
