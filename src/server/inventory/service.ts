import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage, isBefore, prepared } from '../../../db/prepared';
import { products, stockMovements, teamMembers, users } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import {
  COST_CHANGED,
  type MOVEMENT_KINDS,
  type movementList,
  type movementListInput,
  type stockAdjustment,
  type stockLevel,
  type stockReceipt,
} from '../../shared/inventory';
import { formatCents } from '../../shared/money';
import { changeWorth } from '../../shared/stock-value';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
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

const given = sql.placeholder;

const getWorth = prepared((db) =>
  db
    .select({ quantity: products.stockQuantity, costCents: products.costCents, valueCents: products.stockValueCents })
    .from(products)
    .where(eq(products.id, given('productId')))
    .prepare(),
);
/** Matches goods that the owner counted, or received when nothing was in stock: no invented quantity is among them. */
const isCounted = sql`(
  (${given('kind')} = 'adjust' and ${products.stockQuantity} + ${given('quantity')} > 0)
  or (${given('kind')} = 'receive' and ${products.stockQuantity} = 0)
)`;
/** Changes a stock if enough is left and, for a sale, if the product is still sold. Counted goods of a sample product are real from then on. */
const changeWhereEnough = prepared((db) =>
  db
    .update(products)
    .set({
      stockQuantity: sql`${products.stockQuantity} + ${given('quantity')}`,
      stockValueCents: sql`${given('valueCents')}`,
      costCents: sql`${given('costCents')}`,
      isSample: sql`${products.isSample} and not ${isCounted}`,
    })
    .where(
      and(
        eq(products.id, given('productId')),
        sql`${products.stockQuantity} >= -${given('quantity')}`,
        sql`(${products.isActive} or ${given('kind')} <> 'sale')`,
      ),
    )
    .returning({ stockQuantity: products.stockQuantity })
    .prepare(),
);
const addToLedger = prepared((db) =>
  db
    .insert(stockMovements)
    .values({
      productId: given('productId'),
      kind: given('kind'),
      quantity: given('quantity'),
      stockAfter: given('stockAfter'),
      unitCostCents: given('unitCostCents'),
      valueAfterCents: given('valueAfterCents'),
      orderNumber: given('orderNumber'),
      note: given('note'),
      actorKind: given('actorKind'),
      actorId: given('actorId'),
      at: given('at'),
    })
    .prepare(),
);

/** Throws the reason why a stock could not be changed: no such product, one that is no longer sold, or not enough of it. */
function refuseChange(ctx: Ctx, { productId, quantity }: Change): never {
  const product = ctx.db.select().from(products).where(eq(products.id, productId)).get();
  if (!product) throw new DomainError('NOT_FOUND', 'This product does not exist.');
  const { name, stockQuantity } = product;
  if (stockQuantity >= -quantity) throw new DomainError('CONFLICT', `${name} is no longer sold.`);
  throw new DomainError('CONFLICT', `Not enough stock of ${name}: ${stockQuantity} left, ${-quantity} wanted.`);
}

type Row = Required<Pick<Change, 'productId' | 'kind' | 'quantity'>> & Pick<Change, 'orderNumber' | 'note'>;
type After = { stockAfter: number; unitCostCents: number | null; valueAfterCents: number | null };
function addRow(ctx: Ctx, { orderNumber, note = null, ...row }: Row, after: After): void {
  addToLedger(ctx.db).run({
    ...row,
    ...after,
    orderNumber: orderNumber ?? null,
    note,
    actorKind: ctx.actor.kind,
    actorId: 'id' in ctx.actor ? ctx.actor.id : null,
    at: ctx.now().toISOString(),
  });
}

/** The quantity after a change and the cost of the goods of a sale, null if their cost is unknown. */
type Changed = { stockQuantity: number; cogsCents: number | null };

/**
 * Changes a product's stock at weighted average cost and writes the change into the ledger. Call it inside the transaction of its
 * cause. Throws NOT_FOUND, and CONFLICT if too little is left or the product of a sale is no longer sold.
 */
export function changeStock(ctx: Ctx, { unitCostCents, worthCents, ...change }: Change): Changed {
  const { productId, kind, quantity } = change;
  const before = getWorth(ctx.db).get({ productId });
  if (!before) refuseChange(ctx, change);
  const { costCents, valueCents, changeCents } = changeWorth(before, { quantity, unitCostCents, worthCents });
  const changed = changeWhereEnough(ctx.db).get({ productId, kind, quantity, costCents, valueCents });
  if (!changed) refuseChange(ctx, change);
  addRow(ctx, change, {
    stockAfter: changed.stockQuantity,
    unitCostCents: changeCents === null ? null : (unitCostCents ?? Math.round(changeCents / quantity)),
    valueAfterCents: costCents === null ? null : valueCents,
  });
  return { stockQuantity: changed.stockQuantity, cogsCents: changeCents === null ? null : -changeCents };
}

/** Values the stock of a product at another cost per unit, or at null if it is unknown. Call it inside a transaction. Throws NOT_FOUND. */
export function revalueStock(ctx: Ctx, productId: number, costCents: number | null, note: string | null | undefined): void {
  const before = getWorth(ctx.db).get({ productId });
  if (!before) refuseChange(ctx, { productId, kind: 'revaluation', quantity: 0 });
  const stockValueCents = before.quantity * (costCents ?? 0);
  ctx.db.update(products).set({ costCents, stockValueCents }).where(eq(products.id, productId)).run();
  const row = { productId, kind: 'revaluation', quantity: 0, note: note ?? COST_CHANGED } as const;
  const valueAfterCents = costCents === null ? null : stockValueCents;
  addRow(ctx, row, { stockAfter: before.quantity, unitCostCents: costCents, valueAfterCents });
}

const show = (cents: number | null): string | null => (cents === null ? null : formatCents(cents));
const ACTORS: Record<Actor['kind'], string> = { visitor: 'customer', system: 'system', admin: 'office', member: 'team' };

/** Lists the stock ledger of a product or of all, newest first, with the name of whoever caused each change. */
export function listMovements(ctx: Ctx, input: z.output<typeof movementListInput>): z.output<typeof movementList> {
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
      unitCost: show(unitCostCents),
      valueAfter: show(valueAfterCents),
      productName,
      actor: username ?? memberName ?? ACTORS[actorKind],
    };
  });
  return cutPage(named, limit, ({ id }) => id);
}

/** Adds goods that arrived at what they cost and sets today as the day of the product's last purchase. Throws NOT_FOUND. */
export function receiveStock(ctx: Ctx, { id, quantity, unitCost, note }: z.output<typeof stockReceipt>): z.output<typeof stockLevel> {
  return inTransaction(ctx.db, () => {
    const { stockQuantity } = changeStock(ctx, { productId: id, kind: 'receive', quantity, unitCostCents: unitCost, note });
    ctx.db
      .update(products)
      .set({ lastPurchaseDate: businessDay(ctx.now()) })
      .where(eq(products.id, id))
      .run();
    recordActivity(ctx, { verb: 'stock.received', entityType: 'product', entityId: id, data: { quantity, stockQuantity } });
    publishAfterCommit(ctx, 'store');
    return { productId: id, stockQuantity };
  });
}

/** Corrects a stock by a difference. Throws NOT_FOUND, and CONFLICT if the stock would be negative. */
export function adjustStock(ctx: Ctx, { id, quantity, note }: z.output<typeof stockAdjustment>): z.output<typeof stockLevel> {
  return inTransaction(ctx.db, () => {
    const { stockQuantity } = changeStock(ctx, { productId: id, kind: 'adjust', quantity, note });
    recordActivity(ctx, { verb: 'stock.adjusted', entityType: 'product', entityId: id, data: { quantity, stockQuantity } });
    publishAfterCommit(ctx, 'store');
    return { productId: id, stockQuantity };
  });
}
