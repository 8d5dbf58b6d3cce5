import { eq, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { inRepeatableTransaction, inTransaction } from '../../../db/client';
import { CLEAN_UP_ROWS, cleanUp, prepared } from '../../../db/prepared';
import { savedCarts } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { formatCents, MAX_CENTS } from '../../shared/money';
import type { byCart, cartSaving } from '../../shared/store';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { endAtCheckout, recordAtCheckout } from '../consents/service';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';
import { findSoldProducts } from './service';

/** Shortest time in days that a cart is stored after its last change; a longer reminder window of the owner prevails. */
const MIN_SAVED_DAYS = 30;

type CartSaving = z.output<typeof cartSaving>;
type SavedCart = typeof savedCarts.$inferSelect;

const cartById = prepared((db) =>
  db
    .select()
    .from(savedCarts)
    .where(eq(savedCarts.id, sql.placeholder('id'))),
);
const findCart = (ctx: Ctx, id: string): SavedCart | undefined => cartById(ctx.db).get({ id });

function priceLines(ctx: Ctx, items: CartSaving['items']) {
  const ids = items.map(({ productId }) => productId);
  const productById = new Map(findSoldProducts(ctx, ids).map((product) => [product.id, product]));
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of items) quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  return [...quantities].flatMap(([productId, quantity]) => {
    const product = productById.get(productId);
    return product ? [{ productId, name: product.name, priceCents: product.priceCents, quantity }] : [];
  });
}

function recordConsent(
  ctx: Ctx,
  before: SavedCart | undefined,
  { id, email, consent }: Pick<CartSaving, 'id' | 'email' | 'consent'>,
): void {
  const earlier = before?.consent ? before.email?.toLowerCase() : undefined;
  const current = consent ? email?.toLowerCase() : undefined;
  if (earlier === current) return;
  if (earlier) endAtCheckout(ctx, { email: earlier, cartId: id });
  if (current) recordAtCheckout(ctx, { email: current, cartId: id });
}

function recordChange(ctx: Ctx, verb: string, id: string, data: Record<string, unknown> = {}): void {
  recordActivity(ctx, { verb: `cart.${verb}`, entityType: 'cart', entityId: id, data });
}

/** Stores a visitor's cart at today's prices, or deletes it if it is empty. Leaves a cart alone once it was ordered. */
export function saveCart(ctx: Ctx, { id, items, email, consent }: CartSaving) {
  return inTransaction(ctx.db, () => {
    const before = findCart(ctx, id);
    recordConsent(ctx, before, { id, email, consent });
    if (before && before.orderId !== null) {
      // The consent may arrive after the order.
      if (before.email !== email || before.consent !== consent) {
        ctx.db.update(savedCarts).set({ email, consent }).where(eq(savedCarts.id, id)).run();
        recordChange(ctx, 'changed', id, { consent });
      }
      return { isKept: false };
    }
    const lines = priceLines(ctx, items);
    if (lines.length === 0) return deleteCart(ctx, before);
    const subtotalCents = Math.min(
      MAX_CENTS,
      lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0),
    );
    const pricedItems = lines.map(({ priceCents, ...line }) => ({ ...line, price: formatCents(priceCents) }));
    const values = { email, consent, subtotalCents, items: JSON.stringify(pricedItems), updatedAt: ctx.now().toISOString() };
    ctx.db
      .insert(savedCarts)
      .values({ id, ...values })
      .onConflictDoUpdate({ target: savedCarts.id, set: values })
      .run();
    recordChange(ctx, before ? 'changed' : 'saved', id, { lines: lines.length, subtotalCents, consent });
    return { isKept: true };
  });
}

const savedLines = z.array(z.object({ name: z.string(), quantity: z.int(), price: z.string() }));
/** Returns a saved cart for the office, with the number of the order that it became. Throws NOT_FOUND. */
export function getCart(ctx: Ctx, { id }: z.output<typeof byCart>) {
  const cart = findCart(ctx, id);
  if (!cart) throw new DomainError('NOT_FOUND', 'This cart no longer exists.');
  const { email, consent, items, subtotalCents, updatedAt, orderId: orderNumber } = cart;
  const lines = savedLines.safeParse(JSON.parse(items)).data ?? [];
  return { email, consent, items: lines, subtotal: formatCents(subtotalCents), updatedAt, orderNumber };
}

function deleteCart(ctx: Ctx, before: SavedCart | undefined): { isKept: false } {
  if (before) {
    ctx.db.delete(savedCarts).where(eq(savedCarts.id, before.id)).run();
    recordChange(ctx, 'removed', before.id);
  }
  return { isKept: false };
}

/**
 * Links a cart to the order it became, so that no reminder is sent. Also creates an unknown cart, because its last save may still be on
 * its way. Must run inside the order's transaction.
 */
export function linkCart(ctx: Ctx, id: string, orderNumber: number): void {
  ctx.db
    .insert(savedCarts)
    .values({ id, items: '[]', subtotalCents: 0, updatedAt: ctx.now().toISOString(), orderId: orderNumber })
    .onConflictDoUpdate({ target: savedCarts.id, set: { orderId: orderNumber }, setWhere: isNull(savedCarts.orderId) })
    .run();
}

/** Deletes carts unchanged for MIN_SAVED_DAYS, or for the owner's longer reminder window. Returns true if there may be more. */
export function deleteOldCarts(ctx: Ctx): boolean {
  const savedDays = Math.max(MIN_SAVED_DAYS, getSettings(ctx).automation.cartMaxDays);
  const before = addMinutes(ctx.now(), -savedDays * 1440);
  return inRepeatableTransaction(ctx.db, () => {
    const dropped = cleanUp(ctx.db, savedCarts, lt(savedCarts.updatedAt, before));
    if (dropped > 0) recordActivity(ctx, { verb: 'cart.dropped', entityType: 'cart', entityId: 'all', data: { dropped } });
    return dropped === CLEAN_UP_ROWS;
  });
}
