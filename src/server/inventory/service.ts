import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { products, stockMovements, teamMembers, users } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import type { MOVEMENT_KINDS, movementList, movementListInput, stockAdjustment, stockLevel, stockReceipt } from '../../shared/inventory';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { cutPage, prepared } from '../prepared';
import type { Actor, Ctx } from '../trpc';

type Change = {
  productId: number;
  kind: (typeof MOVEMENT_KINDS)[number];
  /** What is added, or taken away where it is below nothing. */
  quantity: number;
  orderNumber?: number;
  note?: string | null;
};

const given = sql.placeholder;

/** The one way in which a stock changes: only where enough is left, and for a sale only while the product is sold. */
const changeWhereEnough = prepared((db) =>
  db
    .update(products)
    .set({ stockQuantity: sql`${products.stockQuantity} + ${given('quantity')}` })
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
      orderNumber: given('orderNumber'),
      note: given('note'),
      actorKind: given('actorKind'),
      actorId: given('actorId'),
      at: given('at'),
    })
    .prepare(),
);

/** Why a stock could not be changed: no such product, one that is no longer sold, or not enough of it. */
function refuseChange(ctx: Ctx, { productId, quantity }: Change): never {
  const product = ctx.db.select().from(products).where(eq(products.id, productId)).get();
  if (!product) throw new DomainError('NOT_FOUND', 'This product does not exist.');
  const { name, stockQuantity } = product;
  if (stockQuantity >= -quantity) throw new DomainError('CONFLICT', `${name} is no longer sold.`);
  throw new DomainError('CONFLICT', `Not enough stock of ${name}: ${stockQuantity} left, ${-quantity} wanted.`);
}

/**
 * Changes a product's stock and writes the change into the ledger; answers the quantity it left. Call it inside the
 * transaction of its cause. Throws NOT_FOUND, and CONFLICT where too little is left or what is sold is no longer for sale.
 */
export function changeStock(ctx: Ctx, change: Change): number {
  const { productId, kind, quantity, orderNumber = null, note = null } = change;
  const changed = changeWhereEnough(ctx.db).get({ productId, kind, quantity });
  if (!changed) refuseChange(ctx, change);
  addToLedger(ctx.db).run({
    productId,
    kind,
    quantity,
    stockAfter: changed.stockQuantity,
    orderNumber,
    note,
    actorKind: ctx.actor.kind,
    actorId: 'id' in ctx.actor ? ctx.actor.id : null,
    at: ctx.now().toISOString(),
  });
  return changed.stockQuantity;
}

const ACTORS: Record<Actor['kind'], string> = { visitor: 'customer', system: 'system', admin: 'office', member: 'team' };

/** The stock ledger of a product or of all, newest first, with who caused each change in words. */
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
    .where(
      and(
        productId === undefined ? undefined : eq(stockMovements.productId, productId),
        cursor == null ? undefined : lt(stockMovements.id, cursor),
      ),
    )
    .orderBy(desc(stockMovements.id))
    .limit(limit + 1)
    .all();
  const named = rows.map(({ movement: { actorKind, actorId: _, ...movement }, productName, username, memberName }) => ({
    ...movement,
    productName,
    actor: username ?? memberName ?? ACTORS[actorKind],
  }));
  return cutPage(named, limit, ({ id }) => id);
}

/** Adds goods that arrived; the product's last purchase was today. Throws NOT_FOUND. */
export function receiveStock(ctx: Ctx, { id, quantity, note }: z.output<typeof stockReceipt>): z.output<typeof stockLevel> {
  return inTransaction(ctx.db, () => {
    const stockQuantity = changeStock(ctx, { productId: id, kind: 'receive', quantity, note });
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

/** Corrects a stock by a difference. Throws NOT_FOUND, and CONFLICT where less than nothing would be left. */
export function adjustStock(ctx: Ctx, { id, quantity, note }: z.output<typeof stockAdjustment>): z.output<typeof stockLevel> {
  return inTransaction(ctx.db, () => {
    const stockQuantity = changeStock(ctx, { productId: id, kind: 'adjust', quantity, note });
    recordActivity(ctx, { verb: 'stock.adjusted', entityType: 'product', entityId: id, data: { quantity, stockQuantity } });
    publishAfterCommit(ctx, 'store');
    return { productId: id, stockQuantity };
  });
}
