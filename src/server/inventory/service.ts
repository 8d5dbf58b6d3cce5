import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage, isBefore, placeholders, prepared } from '../../../db/prepared';
import { products, stockMovements, teamMembers, users } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { COST_CHANGED, type MOVEMENT_KINDS, type movementListInput, type stockAdjustment, type stockReceipt } from '../../shared/inventory';
import { formatKnownCents } from '../../shared/money';
import { changeWorth } from '../../shared/stock-value';
import { businessDay } from '../../shared/time';
import { recordActivity, toStoredActor } from '../activity';
import type { Actor, Ctx } from '../context';
import { publishAfterCommit } from '../live';

type Change = {
  productId: number;
  kind: (typeof MOVEMENT_KINDS)[number];
  /** Units to add, or to take away if it is negative. */
  quantity: number;
  orderNumber?: number;
  note?: string | null;
  /** The cost of one unit that comes in, or the worth of all of them; by default the average cost. */
  unitCostCents?: number | undefined;
  worthCents?: number | undefined;
};

export type ProductRow = typeof products.$inferSelect;

const productById = prepared((db) =>
  db
    .select()
    .from(products)
    .where(eq(products.id, sql.placeholder('id'))),
);
/** Throws NOT_FOUND. */
export function getProductRow(ctx: Ctx, id: number): ProductRow {
  const row = productById(ctx.db).get({ id });
  if (!row) throw new DomainError('NOT_FOUND', 'This product does not exist.');
  return row;
}

// Each line of an order changes a stock, so these writes are prepared.
const stockUpdate = prepared((db) =>
  db
    .update(products)
    // The types do not allow placeholders here, but they work as in an insert.
    .set(placeholders('stockQuantity', 'costCents', 'stockValueCents', 'isSample') as object)
    .where(eq(products.id, sql.placeholder('productId'))),
);
const CHANGE = ['productId', 'kind', 'quantity', 'orderNumber', 'note'] as const;
const AFTER = ['stockAfter', 'unitCostCents', 'valueAfterCents', 'actorKind', 'actorId', 'at'] as const;
const movementInsert = prepared((db) => db.insert(stockMovements).values(placeholders(...CHANGE, ...AFTER)));

type Movement = Omit<typeof stockMovements.$inferInsert, 'id' | 'actorKind' | 'actorId' | 'at'>;
function addToLedger(ctx: Ctx, { orderNumber = null, note = null, ...movement }: Movement): void {
  movementInsert(ctx.db).run({ ...movement, orderNumber, note, ...toStoredActor(ctx.actor), at: ctx.now().toISOString() });
}

/** Returns true for goods that the owner counted, or received when nothing was in stock: no invented quantity is among them. */
const isCounted = ({ stockQuantity }: ProductRow, { kind, quantity }: Change): boolean =>
  (kind === 'adjust' && stockQuantity + quantity > 0) || (kind === 'receive' && stockQuantity === 0);

/** The quantity after a change and the cost of the goods of a sale, null if their cost is unknown. */
type Changed = { stockQuantity: number; cogsCents: number | null };

/**
 * Changes a product's stock at weighted average cost and writes the change into the ledger. Call it inside a
 * transaction. Counted goods of a sample product are real from then on. Throws NOT_FOUND, and CONFLICT if too little is left or the product
 * of a sale is no longer sold.
 */
export function changeStock(ctx: Ctx, change: Change): Changed {
  const { productId, kind, quantity, orderNumber, note, unitCostCents, worthCents } = change;
  const row = getProductRow(ctx, productId);
  const stockQuantity = row.stockQuantity + quantity;
  if (stockQuantity < 0)
    throw new DomainError('CONFLICT', `Not enough stock of ${row.name}: ${row.stockQuantity} left, ${-quantity} wanted.`);
  if (kind === 'sale' && !row.isActive) throw new DomainError('CONFLICT', `${row.name} is no longer sold.`);
  const before = { quantity: row.stockQuantity, costCents: row.costCents, valueCents: row.stockValueCents };
  const { costCents, valueCents, changeCents } = changeWorth(before, { quantity, unitCostCents, worthCents });
  const isSample = row.isSample && !isCounted(row, change);
  stockUpdate(ctx.db).run({ productId, stockQuantity, costCents, stockValueCents: valueCents, isSample });
  addToLedger(ctx, {
    productId,
    kind,
    quantity,
    orderNumber,
    note,
    stockAfter: stockQuantity,
    unitCostCents: changeCents === null ? null : (unitCostCents ?? Math.round(changeCents / quantity)),
    valueAfterCents: costCents === null ? null : valueCents,
  });
  return { stockQuantity, cogsCents: changeCents === null ? null : -changeCents };
}

/** Values the stock of a product at another cost per unit, or at null if it is unknown. Call it inside a transaction. Throws NOT_FOUND. */
export function revalueStock(ctx: Ctx, productId: number, costCents: number | null, note: string | null | undefined): void {
  const { stockQuantity } = getProductRow(ctx, productId);
  const stockValueCents = stockQuantity * (costCents ?? 0);
  ctx.db.update(products).set({ costCents, stockValueCents }).where(eq(products.id, productId)).run();
  addToLedger(ctx, {
    productId,
    kind: 'revaluation',
    quantity: 0,
    note: note ?? COST_CHANGED,
    stockAfter: stockQuantity,
    unitCostCents: costCents,
    valueAfterCents: costCents === null ? null : stockValueCents,
  });
}

const ACTORS: Record<Exclude<Actor['kind'], 'client'>, string> = { visitor: 'customer', system: 'system', admin: 'office', member: 'team' };

/** Lists the stock ledger of a product or of all, newest first, with the name of whoever caused each change. */
export function listMovements(ctx: Ctx, input: z.output<typeof movementListInput>) {
  const { productId, limit, cursor } = input;
  const rows = ctx.db
    .select({
      movement: stockMovements,
      productName: products.name,
      username: users.username,
      memberName: sql<string | null>`${teamMembers.firstName} || ' ' || ${teamMembers.lastName}`,
    })
    .from(stockMovements)
    .innerJoin(products, eq(products.id, stockMovements.productId))
    .leftJoin(users, and(eq(stockMovements.actorKind, 'admin'), eq(users.id, stockMovements.actorId)))
    .leftJoin(teamMembers, and(eq(stockMovements.actorKind, 'member'), eq(teamMembers.id, stockMovements.actorId)))
    .where(and(productId === undefined ? undefined : eq(stockMovements.productId, productId), isBefore(stockMovements.id, cursor)))
    .orderBy(desc(stockMovements.id))
    .limit(limit + 1)
    .all();
  const named = rows.map(({ movement, productName, username, memberName }) => {
    const { actorKind, actorId: _, unitCostCents, valueAfterCents, ...fields } = movement;
    return {
      ...fields,
      unitCost: formatKnownCents(unitCostCents),
      valueAfter: formatKnownCents(valueAfterCents),
      productName,
      actor: username ?? memberName ?? ACTORS[actorKind],
    };
  });
  return cutPage(named, limit, ({ id }) => id);
}

/** Adds goods that arrived at what they cost and sets today as the day of the product's last purchase. Throws NOT_FOUND. */
export function receiveStock(ctx: Ctx, { id, quantity, unitCost, note }: z.output<typeof stockReceipt>) {
  return inTransaction(ctx.db, () => {
    const { stockQuantity } = changeStock(ctx, { productId: id, kind: 'receive', quantity, unitCostCents: unitCost, note });
    const lastPurchaseDate = businessDay(ctx.now());
    ctx.db.update(products).set({ lastPurchaseDate }).where(eq(products.id, id)).run();
    return reportStock(ctx, 'stock.received', { productId: id, quantity, stockQuantity });
  });
}

/** Corrects a stock by a difference. Throws NOT_FOUND, and CONFLICT if the stock would be negative. */
export function adjustStock(ctx: Ctx, { id, quantity, note }: z.output<typeof stockAdjustment>) {
  return inTransaction(ctx.db, () => {
    const { stockQuantity } = changeStock(ctx, { productId: id, kind: 'adjust', quantity, note });
    return reportStock(ctx, 'stock.adjusted', { productId: id, quantity, stockQuantity });
  });
}

function reportStock(ctx: Ctx, verb: string, { productId, ...data }: { productId: number; quantity: number; stockQuantity: number }) {
  recordActivity(ctx, { verb, entityType: 'product', entityId: productId, data });
  publishAfterCommit(ctx, 'store');
  return { productId, stockQuantity: data.stockQuantity };
}
