import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { products, savedCarts } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { formatCents, MAX_CENTS } from '../../shared/money';
import { type byCart, type cartSaved, type cartSaving, savedCart } from '../../shared/store';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { endAtCheckout, recordAtCheckout } from '../consents/service';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

/** Days after its last change for which a cart is kept at least: longer where the owner's reminders go back further. */
const MIN_SAVED_DAYS = 30;

type CartSaving = z.output<typeof cartSaving>;
type SavedCart = typeof savedCarts.$inferSelect;

const cartById = prepared((db) =>
  db
    .select()
    .from(savedCarts)
    .where(eq(savedCarts.id, sql.placeholder('id')))
    .prepare(),
);
const soldProducts = prepared((db) =>
  db
    .select({ productId: products.id, name: products.name, priceCents: products.priceCents })
    .from(products)
    .where(and(eq(products.isActive, true), sql`${products.id} in (select value from json_each(${sql.placeholder('ids')}))`))
    .prepare(),
);

/** The lines of a cart at today's prices, as they are kept; what is no longer sold is left out. */
function priceLines(ctx: Ctx, items: CartSaving['items']) {
  const known = new Map(
    soldProducts(ctx.db)
      .all({ ids: JSON.stringify(items.map(({ productId }) => productId)) })
      .map((product) => [product.productId, product]),
  );
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of items) quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  return [...quantities].flatMap(([productId, quantity]) => {
    const product = known.get(productId);
    return product ? [{ ...product, quantity }] : [];
  });
}

/** What a visitor said of messages: an express consent for the address, and the end of the one that this cart gave before. */
function recordConsent(
  ctx: Ctx,
  before: SavedCart | undefined,
  { id, email, consent }: Pick<CartSaving, 'id' | 'email' | 'consent'>,
): void {
  const was = before?.consent ? before.email?.toLowerCase() : undefined;
  const is = consent ? email?.toLowerCase() : undefined;
  if (was === is) return;
  if (was) endAtCheckout(ctx, { email: was, cartId: id });
  if (is) recordAtCheckout(ctx, { email: is, cartId: id });
}

function recordChange(ctx: Ctx, verb: string, id: string, data: Record<string, unknown> = {}): void {
  recordActivity(ctx, { verb: `cart.${verb}`, entityType: 'cart', entityId: id, data });
}

/**
 * Keeps what lies in a visitor's cart at the checkout under the browser's own id of it, at our prices; an emptied one is
 * dropped. With their consent they may be reminded. A cart that was ordered stays as it is.
 */
export function saveCart(ctx: Ctx, { id, items, email, consent }: CartSaving): z.output<typeof cartSaved> {
  return inTransaction(ctx.db, () => {
    const before = cartById(ctx.db).get({ id });
    recordConsent(ctx, before, { id, email, consent });
    if (before && before.orderId !== null) {
      // What was said of messages counts also where it arrives after the order.
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
    const kept = lines.map(({ priceCents, ...line }) => ({ ...line, price: formatCents(priceCents) }));
    const values = { email, consent, subtotalCents, items: JSON.stringify(kept), updatedAt: ctx.now().toISOString() };
    ctx.db
      .insert(savedCarts)
      .values({ id, ...values })
      .onConflictDoUpdate({ target: savedCarts.id, set: values })
      .run();
    recordChange(ctx, before ? 'changed' : 'saved', id, { lines: lines.length, subtotalCents, consent });
    return { isKept: true };
  });
}

const savedLines = savedCart.shape.items;
/** What somebody left in the cart, for the office. Throws NOT_FOUND. */
export function getCart(ctx: Ctx, { id }: z.output<typeof byCart>): z.output<typeof savedCart> {
  const cart = cartById(ctx.db).get({ id });
  if (!cart) throw new DomainError('NOT_FOUND', 'This cart does not exist any more.');
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
 * Notes that a cart became an order, so that nobody is reminded of it; also where it was not kept yet, since its last change may
 * still be under way. Call it inside the transaction of the order.
 */
export function linkCart(ctx: Ctx, id: string, orderNumber: number): void {
  ctx.db
    .insert(savedCarts)
    .values({ id, items: '[]', subtotalCents: 0, updatedAt: ctx.now().toISOString(), orderId: orderNumber })
    .onConflictDoUpdate({ target: savedCarts.id, set: { orderId: orderNumber }, setWhere: isNull(savedCarts.orderId) })
    .run();
}

/** Drops the carts that nobody touched for 30 days, or for as long as the owner has them told of. */
export function deleteOldCarts(ctx: Ctx): void {
  const savedDays = Math.max(MIN_SAVED_DAYS, getSettings(ctx).automation.cartMaxDays);
  const before = addMinutes(ctx.now(), -savedDays * 1440);
  inTransaction(ctx.db, () => {
    const dropped = ctx.db.delete(savedCarts).where(lt(savedCarts.updatedAt, before)).run().changes;
    if (dropped > 0) recordActivity(ctx, { verb: 'cart.dropped', entityType: 'cart', entityId: 'all', data: { dropped } });
  });
}
