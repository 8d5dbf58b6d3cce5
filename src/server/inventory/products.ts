import { statSync } from 'node:fs';
import path from 'node:path';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { cutPage, prepared } from '../../../db/prepared';
import { orderItems, products } from '../../../db/schema';
import { searchWords } from '../../../db/search';
import { DomainError, fieldError } from '../../shared/errors';
import {
  type deleted,
  type inventoryList,
  type inventoryListInput,
  LOW_STOCK,
  type Product,
  type productChange,
  type productInput,
  type STOCK_VIEWS,
} from '../../shared/inventory';
import { formatCents } from '../../shared/money';
import { profitMargin } from '../../shared/store';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { changeStock, revalueStock } from './service';

type ProductRow = typeof products.$inferSelect;

/** Returns a product as the office sees it. The margin is always calculated here, never taken from a form. */
export const toProduct = ({ priceCents, costCents, stockValueCents: _value, isSample: _, ...row }: ProductRow): Product => ({
  ...row,
  price: formatCents(priceCents),
  costPrice: costCents === null ? null : formatCents(costCents),
  profitMargin: profitMargin(priceCents, costCents),
});

/** The conditions of the indexes of active products and of low ones, in exactly their words. */
export const isActive = sql`is_active = 1`;
const lowOnes = sql`is_active = 1 and stock_quantity <= reorder_level`;
/** Names its index: without figures, the planner takes any index that begins with is_active. */
export const isLow = sql`${products.id} in (select id from products indexed by products_to_reorder where ${lowOnes})`;
const VIEWS: Record<(typeof STOCK_VIEWS)[number], SQL> = {
  active: isActive,
  reorder: isLow,
  // The accounting screen shows products that are out of stock apart.
  low: sql`${isLow} and stock_quantity > 0`,
  'low-ten': sql`is_active = 1 and stock_quantity < ${LOW_STOCK}`,
  out: sql`is_active = 1 and stock_quantity = 0`,
  'no-cost': sql`is_active = 1 and cost_cents is null`,
  retired: sql`is_active = 0`,
};

const lowCount = prepared((db) =>
  db.select({ count: sql<number>`count(*)` }).from(sql`products indexed by products_to_reorder`).where(lowOnes).prepare(),
);
export const countLow = (ctx: Pick<Ctx, 'db'>): number => lowCount(ctx.db).get()?.count ?? 0;

/** Matches products whose name or description has every word of a search: long words by the search table, short ones by a pattern. */
function holdsWords(search: string | null): SQL | undefined {
  const words = searchWords(search);
  const match = words.flatMap((word) => word.match ?? []).join(' AND ');
  const short = words
    .filter((word) => word.match === undefined)
    .map(({ pattern }) => sql`(${products.name} glob ${pattern} or coalesce(${products.description}, '') glob ${pattern})`);
  return and(match ? sql`${products.id} in (select rowid from products_search where products_search match ${match})` : undefined, ...short);
}

const placeInList = prepared((db) =>
  db
    .select({ name: sql<string>`lower(${products.name})`, id: products.id })
    .from(products)
    .where(eq(products.id, sql.placeholder('id')))
    .prepare(),
);
/** A position before every product. */
const START = { name: '', id: 0 };

/** Lists the products of a view by name, with every word of the search in name or description. An unknown cursor ends the list. */
export function listInventory(ctx: Ctx, input: z.output<typeof inventoryListInput>): z.output<typeof inventoryList> {
  const { search, category, view, limit, cursor } = input;
  const after = cursor == null ? START : placeInList(ctx.db).get({ id: cursor });
  if (!after) return { rows: [], nextCursor: null };
  // Views by level, category or words have few rows: the plus keeps SQLite from walking all products by name for them.
  const goesByLevel = view === 'low' || view === 'reorder';
  const isFew = goesByLevel || category !== null || searchWords(search).some(({ match }) => match !== undefined);
  const plus = sql.raw(isFew ? '+' : '');
  const name = sql`${plus}lower(name)`;
  const rows = ctx.db
    .select()
    .from(products)
    .where(
      and(
        goesByLevel ? VIEWS[view] : sql`${plus}${VIEWS[view]}`,
        category === null ? undefined : sql`lower(${products.category}) = lower(${category})`,
        sql`${name} >= ${after.name} and (${name} > ${after.name} or ${products.id} > ${after.id})`,
        holdsWords(search),
      ),
    )
    .orderBy(asc(name), asc(products.id))
    .limit(limit + 1)
    .all();
  return cutPage(rows.map(toProduct), limit, ({ id }) => id);
}

const productById = prepared((db) =>
  db
    .select()
    .from(products)
    .where(eq(products.id, sql.placeholder('id')))
    .prepare(),
);
function getRow(ctx: Ctx, id: number): ProductRow {
  const row = productById(ctx.db).get({ id });
  if (!row) throw new DomainError('NOT_FOUND', 'This product does not exist.');
  return row;
}

type Columns = Partial<typeof products.$inferInsert>;
/** Returns the columns of the sent fields except the stock, which changes through the ledger alone. */
function toColumns({
  price,
  costPrice,
  stockQuantity: _,
  costReason: _reason,
  ...fields
}: Omit<z.output<typeof productChange>, 'id' | 'stockWas'>): Columns {
  const columns: Columns = { ...fields, priceCents: price, costCents: costPrice };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const given = sql.placeholder;
/** All columns of a form except the stock, which changes through the ledger alone. */
const FORM_COLUMNS = {
  name: given('name'),
  description: given('description'),
  priceCents: given('priceCents'),
  costCents: given('costCents'),
  category: given('category'),
  imageUrl: given('imageUrl'),
  reorderLevel: given('reorderLevel'),
  supplierName: given('supplierName'),
  supplierSku: given('supplierSku'),
  isActive: given('isActive'),
  isHstTaxable: given('isHstTaxable'),
  isPstTaxable: given('isPstTaxable'),
  lastPurchaseDate: given('lastPurchaseDate'),
};
const insertProduct = prepared((db) =>
  db
    .insert(products)
    .values({ ...FORM_COLUMNS, createdAt: given('createdAt') })
    .returning()
    .prepare(),
);
const setProduct = prepared((db) =>
  db
    .update(products)
    // Placeholders work here as in an insert, but the types do not allow them.
    .set(FORM_COLUMNS as object)
    .where(eq(products.id, given('id')))
    .prepare(),
);
/** The fields that a new product may leave out. */
const NOTHING = { description: null, costCents: null, imageUrl: null, supplierName: null, supplierSku: null, lastPurchaseDate: null };

/** Returns the message for an uploaded picture that does not exist any more. Other addresses are not checked. */
export function pictureFault({ uploadFolder }: Pick<Ctx, 'uploadFolder'>, imageUrl: string | null | undefined): string | undefined {
  const name = imageUrl?.startsWith('/uploads/') ? imageUrl.slice('/uploads/'.length) : undefined;
  if (name === undefined) return undefined;
  const isThere = name === path.basename(name) && statSync(path.join(uploadFolder, name), { throwIfNoEntry: false })?.isFile();
  return isThere ? undefined : 'Please upload the picture again.';
}

function assertPicture(ctx: Ctx, imageUrl: string | null | undefined): void {
  const message = pictureFault(ctx, imageUrl);
  if (message !== undefined) throw fieldError('imageUrl', message);
}

/** Creates a product; its stock begins the ledger. Throws BAD_REQUEST if its uploaded picture does not exist. */
export function createProduct(ctx: Ctx, input: z.output<typeof productInput>): Product {
  return inTransaction(ctx.db, () => {
    assertPicture(ctx, input.imageUrl);
    const { category } = input;
    const row = insertProduct(ctx.db).get({ ...NOTHING, ...toColumns(input), createdAt: ctx.now().toISOString() });
    const quantity = input.stockQuantity;
    if (quantity > 0) changeStock(ctx, { productId: row.id, kind: 'initial', quantity });
    const created = getRow(ctx, row.id);
    const { stockQuantity } = created;
    recordActivity(ctx, { verb: 'product.created', entityType: 'product', entityId: row.id, data: { category, stockQuantity } });
    publishAfterCommit(ctx, 'store');
    return toProduct(created);
  });
}

/** Sets the stock to the number of a form and writes the difference to the ledger. */
function setStock(ctx: Ctx, row: ProductRow, wanted: number | undefined): void {
  const quantity = (wanted ?? row.stockQuantity) - row.stockQuantity;
  if (quantity !== 0) changeStock(ctx, { productId: row.id, kind: 'adjust', quantity, note: 'Changed in the product form' });
}

/**
 * Changes the fields that were sent; missing ones stay as they are. A new cost revalues the stock. Throws NOT_FOUND, CONFLICT if the
 * stock differs from the one that the form showed, and BAD_REQUEST if its new picture does not exist.
 */
export function updateProduct(ctx: Ctx, { id, stockWas, ...sent }: z.output<typeof productChange>): Product {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    if (stockWas !== undefined && stockWas !== row.stockQuantity)
      throw new DomainError('CONFLICT', `The stock of ${row.name} is now ${row.stockQuantity}, not ${stockWas}. Please look again.`);
    // A lost picture is no reason to refuse another change.
    if (sent.imageUrl !== row.imageUrl) assertPicture(ctx, sent.imageUrl);
    const changes: Columns = Object.fromEntries(
      Object.entries(toColumns(sent)).filter(([name, value]) => row[name as keyof ProductRow] !== value),
    );
    if (changes.costCents !== undefined) revalueStock(ctx, id, changes.costCents, sent.costReason);
    setStock(ctx, row, sent.stockQuantity);
    if (Object.keys(changes).length > 0) setProduct(ctx.db).run({ ...row, ...changes });
    const changed = getRow(ctx, id);
    const fields = [...Object.keys(changes), ...(changed.stockQuantity === row.stockQuantity ? [] : ['stockQuantity'])];
    if (fields.length === 0) return toProduct(row);
    recordActivity(ctx, { verb: 'product.updated', entityType: 'product', entityId: id, data: { fields } });
    publishAfterCommit(ctx, 'store');
    return toProduct(changed);
  });
}

const orderedOnce = prepared((db) =>
  db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.productId, given('id')))
    .limit(1)
    .prepare(),
);
/**
 * Deletes a product. One that was ever ordered is retired instead, so that orders keep their lines. The ledger goes with a deleted
 * product, so the log keeps its name, stock and cost. Throws NOT_FOUND.
 */
export function deleteProduct(ctx: Ctx, id: number): z.output<typeof deleted> {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    const isKept = orderedOnce(ctx.db).get({ id }) !== undefined;
    if (isKept && !row.isActive) return { success: true };
    if (isKept) ctx.db.update(products).set({ isActive: false }).where(eq(products.id, id)).run();
    else ctx.db.delete(products).where(eq(products.id, id)).run();
    const data = { name: row.name, stock: row.stockQuantity, costCents: row.costCents };
    recordActivity(ctx, { verb: isKept ? 'product.retired' : 'product.deleted', entityType: 'product', entityId: id, data });
    publishAfterCommit(ctx, 'store');
    return { success: true };
  });
}
