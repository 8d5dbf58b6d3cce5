import { and, asc, eq, gt, gte, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { orders, savedCarts } from '../../../../db/schema';
import { emailKey } from '../../../../db/schema/checks';
import { formatCount } from '../../../shared/counts';
import { toSingleLine } from '../../../shared/message-text';
import { formatCents } from '../../../shared/money';
import { formatMoney } from '../../../shared/store-sums';
import { addMinutes, isInstant, minutesBetween } from '../../../shared/time';
import type { Ctx } from '../../context';
import { writeDraft } from '../../mail/drafts';
import { getSettings } from '../../settings/service';
import { countFinishedJobs, findPerson, reasonNotToContact } from '../people';
import { type Judged, scoreLead } from './lead';

type CartRow = typeof savedCarts.$inferSelect;
/** Returns the bounds of the last change of a cart that counts as abandoned. */
function idleBounds(ctx: Ctx): { from: string; to: string } {
  const { cartIdleHours, cartMaxDays } = getSettings(ctx).automation;
  return { from: addMinutes(ctx.now(), -cartMaxDays * 1440), to: addMinutes(ctx.now(), -cartIdleHours * 60) };
}

export const findCart = (ctx: Ctx, id: string): CartRow | undefined => ctx.db.select().from(savedCarts).where(eq(savedCarts.id, id)).get();
/** Returns abandoned carts with an e-mail address, the oldest first, without those that are leads already. */
export function listAbandonedCarts(ctx: Ctx, limit: number): CartRow[] {
  const { from, to } = idleBounds(ctx);
  const isNew = sql`not exists (select 1 from opportunities where dedupe_key = 'cart:cart:' || ${savedCarts.id} || ':' || ${savedCarts.updatedAt})`;
  return ctx.db
    .select()
    .from(savedCarts)
    .where(
      and(isNull(savedCarts.orderId), gte(savedCarts.updatedAt, from), lte(savedCarts.updatedAt, to), isNotNull(savedCarts.email), isNew),
    )
    .orderBy(asc(savedCarts.updatedAt))
    .limit(limit)
    .all();
}

const cartLines = z.array(z.object({ name: z.string(), quantity: z.int().positive() }));
const MOST_LINES = 20;
/** Returns a line for each product of a stored cart; empty if the stored text is malformed. */
function formatLines(items: string): string[] {
  const lines = cartLines.safeParse(JSON.parse(items)).data ?? [];
  return lines.slice(0, MOST_LINES).map(({ name, quantity }) => `${quantity} × ${toSingleLine(name)}`);
}

const hasOrderedSince = ({ db }: Ctx, email: string, since: string): boolean =>
  db
    .select({ id: orders.orderNumber })
    .from(orders)
    .where(
      and(eq(emailKey(sql`${orders.customerEmail}`), emailKey(sql`${email}`)), ne(orders.status, 'cancelled'), gt(orders.createdAt, since)),
    )
    .limit(1)
    .get() !== undefined;

function reasonNoCartLead(ctx: Ctx, cart: CartRow, lines: readonly string[]): string | null {
  if (cart.orderId !== null) return 'They ordered.';
  if (cart.email === null || lines.length === 0) return 'The cart was emptied.';
  const { from, to } = idleBounds(ctx);
  if (!isInstant(cart.updatedAt)) return 'Its date is unreadable.';
  if (cart.updatedAt > to) return 'They changed their cart.';
  if (cart.updatedAt < from) return 'The cart is too old by now.';
  if (hasOrderedSince(ctx, cart.email, cart.updatedAt)) return 'They ordered.';
  return reasonNotToContact(findPerson(ctx, { email: cart.email }));
}

/** Finds a cart with an e-mail address that was not ordered, nor changed for 1 hour to 7 days (the default bounds). */
export function judgeCart(ctx: Ctx, cart: CartRow | undefined): Judged {
  if (!cart) return 'The cart was emptied.';
  const lines = formatLines(cart.items);
  const why = reasonNoCartLead(ctx, cart, lines);
  if (why !== null) return why;
  const person = findPerson(ctx, { email: cart.email });
  const hours = Math.floor((minutesBetween(cart.updatedAt, ctx.now().toISOString()) ?? 0) / 60);
  const idle = hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day');
  const reason = `${formatCount(lines.length, 'product')} for ${formatMoney(cart.subtotalCents)} before tax, not touched for ${idle}`;
  const name = toSingleLine(person.clients[0]?.name ?? '');
  const causeKey = `cart:cart:${cart.id}:${cart.updatedAt}`;
  const values = {
    customerName: name,
    items: lines.join('\n'),
    subtotal: `$${formatCents(cart.subtotalCents)}`,
    storeLink: `${ctx.origin}/store`,
  };
  return {
    kind: 'lead_cart',
    causeKey,
    dedupeKey: causeKey,
    changedReason: 'They changed their cart.',
    subjectType: 'cart',
    subjectId: cart.id,
    title: `${person.clients.length > 0 ? name : cart.email} left a cart of ${formatMoney(cart.subtotalCents)}`,
    reason,
    evidence: [{ type: 'cart', id: cart.id, text: reason }],
    score: scoreLead('lead_cart', { jobs: countFinishedJobs(ctx, person), daysPastDue: hours / 24 }),
    value: cart.subtotalCents > 0 ? { cents: cart.subtotalCents, basis: 'subtotal of the cart' } : undefined,
    // A past purchase is consent to other mail, but reminders about a cart need the consent given with that cart.
    to: cart.consent ? cart.email : null,
    write: (message) => writeDraft(ctx, { purpose: 'lead-cart', values, ...message }),
  };
}
