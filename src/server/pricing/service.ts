import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows, prepared, rowGetter } from '../../../db/prepared';
import { priceItems } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { formatCents, MAX_CENTS, parseCents } from '../../shared/money';
import { listLines, MAX_PRICE_ITEMS, type PricedItem, type PricedLine, type PriceRules, sumMinutes, sumPrices } from '../../shared/pricing';
import type { Estimate, EstimateInput, PriceItem, PriceItemInput, priceItemOrder } from '../../shared/pricing-schemas';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';

type Row = typeof priceItems.$inferSelect;

export const activeItems = prepared((db) =>
  db
    .select({
      id: priceItems.id,
      name: priceItems.name,
      unit: priceItems.unit,
      priceCents: priceItems.priceCents,
      minutes: priceItems.minutes,
    })
    .from(priceItems)
    .where(and(eq(priceItems.serviceType, sql.placeholder('serviceType')), eq(priceItems.isActive, true)))
    .orderBy(asc(priceItems.sort), asc(priceItems.id)),
);

/** Returns the minimum charge of a service, in cents; 0 without one. */
export function getMinimum(ctx: Pick<Ctx, 'db'>, serviceType: string): number {
  const { minimumCharges } = getSettings(ctx);
  return Object.hasOwn(minimumCharges, serviceType) ? (parseCents(minimumCharges[serviceType] ?? '') ?? 0) : 0;
}

const getRules = (ctx: Pick<Ctx, 'db'>, { serviceType, frequency = 'once' }: EstimateInput): PriceRules => ({
  minimumCents: getMinimum(ctx, serviceType),
  discountPercent: frequency === 'once' ? 0 : getSettings(ctx).planDiscounts[frequency],
});

/** Returns the active items of a service and the lines of a basket by them. */
export function findPrices(ctx: Pick<Ctx, 'db'>, input: EstimateInput): { items: PricedItem[]; lines: PricedLine[] } {
  const items = activeItems(ctx.db).all({ serviceType: input.serviceType });
  return { items, lines: items.length > 0 ? listLines(items, input, getRules(ctx, input)) : [] };
}

/**
 * Returns the estimate of a basket by the price book, or null if the service has no active prices. Throws BAD_REQUEST if it is too large.
 */
export function estimate(ctx: Pick<Ctx, 'db'>, input: EstimateInput): Estimate | null {
  const { items, lines } = findPrices(ctx, input);
  if (items.length === 0) return null;
  const cents = sumPrices(lines);
  if (sumPrices(lines.filter(({ kind }) => kind !== 'discount')) > MAX_CENTS)
    throw new DomainError('BAD_REQUEST', 'This is too much work for an estimate. Please ask us for a quote.');
  const total = formatCents(cents);
  return {
    ...{ total, low: total, high: total },
    minutes: sumMinutes(lines),
    lines: lines.map(({ priceCents, ...line }) => ({ ...line, price: formatCents(priceCents) })),
  };
}

const toItem = ({ id, serviceType, name, unit, priceCents, minutes, isActive, sort }: Row): PriceItem => ({
  ...{ id, serviceType, name, unit, price: formatCents(priceCents), minutes, isActive, sort },
});

const getRow = rowGetter(priceItems, 'This price does not exist.');

/** Returns the whole price book by service, each in its order. */
export function listItems({ db }: Ctx): { rows: PriceItem[] } {
  const rows = db.select().from(priceItems).orderBy(asc(priceItems.serviceType), asc(priceItems.sort), asc(priceItems.id)).all();
  return { rows: rows.map(toItem) };
}

/** Logs a change of the price book, and refreshes the pages and screens that show settings, which also show the prices. */
function note(ctx: Ctx, change: string, entityId: string | number, data: Record<string, unknown>): void {
  recordActivity(ctx, { verb: `price.${change}`, entityType: 'price', entityId, data });
  publishAfterCommit(ctx, 'settings');
}

/** Returns the place after the last item of a service. */
const findLastPlace = ({ db }: Ctx, serviceType: string): number =>
  db.select({ next: sql<number>`coalesce(max(sort), 0) + 1` }).from(priceItems).where(eq(priceItems.serviceType, serviceType)).get()
    ?.next ?? 1;

/** Adds an item to the price book, or changes one. Throws NOT_FOUND, and CONFLICT if the book is full. */
export function saveItem(ctx: Ctx, { id, price, ...input }: PriceItemInput): PriceItem {
  return inTransaction(ctx.db, () => {
    const updatedAt = ctx.now().toISOString();
    const values = { ...input, priceCents: price, updatedAt };
    const { name, serviceType } = input;
    if (id != null) {
      getRow(ctx, id);
      const row = ctx.db.update(priceItems).set(values).where(eq(priceItems.id, id)).returning().get();
      note(ctx, 'updated', id, { name, serviceType, price: formatCents(price) });
      return toItem(row);
    }
    if (countRows(ctx.db, priceItems, undefined) >= MAX_PRICE_ITEMS)
      throw new DomainError('CONFLICT', `A price book has at most ${MAX_PRICE_ITEMS} prices. Please remove one first.`);
    const sort = input.sort ?? findLastPlace(ctx, serviceType);
    const row = ctx.db
      .insert(priceItems)
      .values({ ...values, sort, createdAt: updatedAt })
      .returning()
      .get();
    note(ctx, 'created', row.id, { name, serviceType, price: formatCents(price) });
    return toItem(row);
  });
}

/** Removes an item from the price book. Estimates that were sent with bookings and requests keep their totals. Throws NOT_FOUND. */
export function removeItem(ctx: Ctx, { id }: { id: number }): { id: number } {
  return inTransaction(ctx.db, () => {
    const { name, serviceType } = getRow(ctx, id);
    ctx.db.delete(priceItems).where(eq(priceItems.id, id)).run();
    note(ctx, 'removed', id, { name, serviceType });
    return { id };
  });
}

/** Puts the items of a service in order. Ignores ids of other services; items that are not named come last in their order. */
export function sortItems(ctx: Ctx, { serviceType, ids }: z.output<typeof priceItemOrder>): { rows: PriceItem[] } {
  return inTransaction(ctx.db, () => {
    const known = listItems(ctx).rows.filter((item) => item.serviceType === serviceType);
    const place = ({ id }: PriceItem) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    const updatedAt = ctx.now().toISOString();
    for (const [index, { id }] of known.toSorted((one, other) => place(one) - place(other)).entries())
      ctx.db
        .update(priceItems)
        .set({ sort: index + 1, updatedAt })
        .where(eq(priceItems.id, id))
        .run();
    if (known.length > 0) note(ctx, 'sorted', serviceType, { ids });
    return listItems(ctx);
  });
}
