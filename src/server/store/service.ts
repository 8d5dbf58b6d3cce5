import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { products } from '../../../db/schema';
import { formatCents } from '../../shared/money';
import { categoriesOf, profitMargin } from '../../shared/store';
import type { Ctx } from '../trpc';

type Row = typeof products.$inferSelect;
const toPublicProduct = ({ id, name, description, priceCents, category, imageUrl, stockQuantity, rating, reviews }: Row) => ({
  id,
  name,
  description,
  price: formatCents(priceCents),
  category,
  imageUrl,
  stockQuantity,
  rating,
  reviews,
});

const toFullProduct = (row: Row) => ({
  ...toPublicProduct(row),
  costPrice: row.costCents === null ? null : formatCents(row.costCents),
  reorderLevel: row.reorderLevel,
  supplierName: row.supplierName,
  supplierSku: row.supplierSku,
  profitMargin: profitMargin(row.priceCents, row.costCents),
  isActive: row.isActive,
  isHstTaxable: row.isHstTaxable,
  isPstTaxable: row.isPstTaxable,
  lastPurchaseDate: row.lastPurchaseDate,
  createdAt: row.createdAt,
});

const nameOrder = sql`lower(${products.name})`;

/** Whether a product comes after the one that ends the page before; an unknown one ends no page. */
const isAfter = (ctx: Ctx, cursor: number) => {
  const last = ctx.db.select({ name: nameOrder }).from(products).where(eq(products.id, cursor)).get();
  return last ? sql`(${nameOrder}, ${products.id}) > (${last.name}, ${cursor})` : sql`false`;
};

type ProductFilter = { category: string | null; limit: number; cursor?: number | undefined };

/** Products by name: for visitors the active ones without what is the company's own, for the office all with everything. */
export function listProducts(ctx: Ctx, input: ProductFilter) {
  const isOffice = ctx.actor.kind === 'admin';
  const categories = categoriesOf(input.category);
  const rows = ctx.db
    .select()
    .from(products)
    .where(
      and(
        isOffice ? undefined : eq(products.isActive, true),
        categories && inArray(sql`lower(${products.category})`, [...categories]),
        input.cursor === undefined ? undefined : isAfter(ctx, input.cursor),
      ),
    )
    .orderBy(asc(nameOrder), asc(products.id))
    .limit(input.limit + 1)
    .all();
  const page = rows.slice(0, input.limit);
  return {
    rows: page.map(isOffice ? toFullProduct : toPublicProduct),
    nextCursor: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null,
  };
}
