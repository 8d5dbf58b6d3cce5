import { and, asc, eq, sql } from 'drizzle-orm';
import { products } from '../../../db/schema';
import { formatCents } from '../../shared/money';
import { categoriesOf, profitMargin } from '../../shared/store';
import { cutPage, prepared } from '../prepared';
import type { Ctx } from '../trpc';

/** What is read for visitors at all, so that nothing of the company's own can slip out. */
const publicColumns = {
  id: products.id,
  name: products.name,
  description: products.description,
  priceCents: products.priceCents,
  category: products.category,
  imageUrl: products.imageUrl,
  stockQuantity: products.stockQuantity,
  rating: products.rating,
  reviews: products.reviews,
};

const toPublicProduct = <T extends { priceCents: number }>({ priceCents, ...row }: T) => ({ ...row, price: formatCents(priceCents) });

const toFullProduct = ({ costCents, ...row }: typeof products.$inferSelect) => ({
  ...toPublicProduct(row),
  costPrice: costCents === null ? null : formatCents(costCents),
  profitMargin: profitMargin(row.priceCents, costCents),
});

const nameOrder = sql<string>`lower(${products.name})`;
const [afterName, afterId, wanted] = [sql.placeholder('name'), sql.placeholder('id'), sql.placeholder('categories')];
/** Those after a product, in its order. The first half is what the index can seek by; a comparison of pairs would scan. */
const isAfter = sql`${nameOrder} >= ${afterName} and (${nameOrder} > ${afterName} or ${products.id} > ${afterId})`;
/** Those of some categories, a JSON list of words in lower case; null for all. */
const isWanted = sql`(${wanted} is null or lower(${products.category}) in (select value from json_each(${wanted})))`;

const publicList = prepared((db) =>
  db
    .select(publicColumns)
    .from(products)
    .where(and(eq(products.isActive, true), isAfter, isWanted))
    .orderBy(asc(nameOrder), asc(products.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);
const fullList = prepared((db) =>
  db
    .select()
    .from(products)
    .where(and(isAfter, isWanted))
    .orderBy(asc(nameOrder), asc(products.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);
const placeInOrder = prepared((db) =>
  db
    .select({ name: nameOrder, id: products.id })
    .from(products)
    .where(eq(products.id, sql.placeholder('id')))
    .prepare(),
);
/** Comes before every product. */
const START = { name: '', id: 0 };

type ProductFilter = { category: string | null; limit: number; cursor?: number | undefined };

/**
 * Products by name: for visitors the active ones without what is the company's own, for the office all with everything. A
 * cursor that is no product ends the list.
 */
export function listProducts(ctx: Ctx, input: ProductFilter) {
  const after = input.cursor === undefined ? START : placeInOrder(ctx.db).get({ id: input.cursor });
  if (!after) return { rows: [], nextCursor: null };
  const categories = categoriesOf(input.category);
  const filter = { ...after, categories: categories ? JSON.stringify(categories) : null, limit: input.limit + 1 };
  const rows =
    ctx.actor.kind === 'admin' ? fullList(ctx.db).all(filter).map(toFullProduct) : publicList(ctx.db).all(filter).map(toPublicProduct);
  return cutPage(rows, input.limit, ({ id }) => id);
}
