import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { products } from '../../../db/schema';
import { formatCents } from '../../shared/money';
import { categoriesOf, profitMargin } from '../../shared/store';
import type { Ctx } from '../trpc';

type Row = typeof products.$inferSelect;
/** Products in one list; the shop of a small company has some hundreds. */
const MOST_PRODUCTS = 1000;

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

/** Products by name: for visitors the active ones without what is the company's own, for the office all with everything. */
export function listProducts(ctx: Ctx, input: { category: string | null }) {
  const isOffice = ctx.actor.kind === 'admin';
  const categories = categoriesOf(input.category);
  const rows = ctx.db
    .select()
    .from(products)
    .where(
      and(
        isOffice ? undefined : eq(products.isActive, true),
        categories ? inArray(sql`lower(${products.category})`, [...categories]) : undefined,
      ),
    )
    .orderBy(asc(sql`lower(${products.name})`), asc(products.id))
    .limit(MOST_PRODUCTS)
    .all();
  return rows.map(isOffice ? toFullProduct : toPublicProduct);
}
