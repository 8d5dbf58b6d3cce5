import { and, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { products } from '../../../db/schema';
import { askFirst } from '../../shared/errors';
import type { catalogueAnswer } from '../../shared/inventory';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { summarizeInventory } from './figures';
import { changeStock } from './service';

const isInStock = and(eq(products.isSample, true), gt(products.stockQuantity, 0));

/**
 * Stores the answer to "Is this your stock?". Yes makes the starter catalogue the company's own; no counts its stock down to zero
 * through the ledger. Throws CONFIRMATION_NEEDED before a no.
 */
export function confirmCatalogue(ctx: Ctx, { isOurs, confirm }: z.output<typeof catalogueAnswer>) {
  return inTransaction(ctx.db, () => {
    const inStock = ctx.db.select({ id: products.id, quantity: products.stockQuantity }).from(products).where(isInStock).all();
    if (!isOurs && inStock.length > 0)
      askFirst(confirm, `This sets the stock of ${inStock.length} products to 0. Receive or count what you really have afterwards.`);
    if (isOurs) ctx.db.update(products).set({ isSample: false }).where(eq(products.isSample, true)).run();
    else
      for (const { id, quantity } of inStock)
        changeStock(ctx, { productId: id, kind: 'adjust', quantity: -quantity, note: 'Sample stock removed' });
    const verb = isOurs ? 'catalogue.confirmed' : 'catalogue.emptied';
    recordActivity(ctx, { verb, entityType: 'product', entityId: 'all', data: { products: inStock.length } });
    publishAfterCommit(ctx, 'store');
    return summarizeInventory(ctx);
  });
}
