import { statSync } from 'node:fs';
import path from 'node:path';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows, placeholders, prepared } from '../../../db/prepared';
import { readInSlices } from '../../../db/reading';
import { changeRows } from '../../../db/row-changes';
import { orderItems, products, SORTED_MARGIN } from '../../../db/schema';
import { buildSearch } from '../../../db/search';
import { inOrder, readSortedIds } from '../../../db/sorting';
import type { RowResults } from '../../shared/bulk';
import { DomainError, fieldError } from '../../shared/errors';
import {
  type inventoryListInput,
  LOW_STOCK,
  type PRODUCT_ORDERS,
  type Product,
  type productChange,
  type productInput,
  type productsChange,
  type STOCK_VIEWS,
} from '../../shared/inventory';
import { formatCents, formatKnownCents } from '../../shared/money';
import { profitMargin } from '../../shared/store';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { changeStock, getProductRow, type ProductRow, revalueStock } from './service';

/** Returns what the stock of a product is worth, or null without a cost. */
export const getKnownWorth = ({ costCents, stockValueCents }: Pick<ProductRow, 'costCents' | 'stockValueCents'>): number | null =>
  costCents === null ? null : stockValueCents;

/** The order of products by name in any case. */
export const BY_NAME = sql`lower(name), id`;
/** Matches the products that follow one by name. The first term lets the index begin at its name, which the second one alone does not. */
export const isNamedAfter = (product: Pick<ProductRow, 'name' | 'id'> | undefined): SQL | undefined =>
  product && sql`lower(name) >= lower(${product.name}) and (lower(name), id) > (lower(${product.name}), ${product.id})`;

const { id, name, category, priceCents, costCents, stockValueCents, stockQuantity, isActive: isOnSale, isSample } = products;
const VALUED = { id, name, category, priceCents, costCents, stockValueCents, stockQuantity, isActive: isOnSale, isSample };
/** The columns that a valuation shows; reading all of them takes twice as long. */
export type ValuedRow = Pick<ProductRow, keyof typeof VALUED>;
export const readValuedInSlices = ({ db }: Ctx): AsyncGenerator<ValuedRow[]> =>
  readInSlices<ValuedRow>(db, (reader, { limit, after }) =>
    reader.select(VALUED).from(products).where(isNamedAfter(after)).orderBy(BY_NAME).limit(limit).all(),
  );

/** Returns all products, retired ones too, by name. */
export const readByName = (ctx: Ctx): ProductRow[] => ctx.db.select().from(products).orderBy(BY_NAME).all();

/** Returns a product as the office sees it. The margin is always calculated here, never taken from a form. */
export const toProduct = ({ priceCents, costCents, stockValueCents: _value, isSample: _, ...row }: ProductRow): Product => ({
  ...row,
  price: formatCents(priceCents),
  costPrice: formatKnownCents(costCents),
  profitMargin: profitMargin(priceCents, costCents),
});

/** The conditions of the indexes of active products and of low ones, in exactly their words. */
export const isActive = sql`is_active = 1`;
export const isLowOne = sql`is_active = 1 and stock_quantity <= reorder_level`;
/** Names its index: without figures, the planner takes any index that begins with is_active. */
export const isLow = sql`${products.id} in (select id from products indexed by products_to_reorder where ${isLowOne})`;
/** Low products whose stock is real: a quantity of the starter catalogue is made up until the product is counted or sold. */
const onesToReorder = sql`${isLowOne} and (is_sample = 0 or exists (
  select 1 from stock_movements where product_id = products.id and kind = 'sale'))`;
export const isToReorder = sql`${products.id} in (select id from products indexed by products_to_reorder where ${onesToReorder})`;
const VIEWS: Record<(typeof STOCK_VIEWS)[number], SQL> = {
  active: isActive,
  reorder: isToReorder,
  // The accounting screen shows products that are out of stock apart.
  low: sql`${isLow} and stock_quantity > 0`,
  'low-ten': sql`is_active = 1 and stock_quantity < ${LOW_STOCK}`,
  out: sql`is_active = 1 and stock_quantity = 0`,
  'no-cost': sql`is_active = 1 and cost_cents is null`,
  retired: sql`is_active = 0`,
};

/** The conditions of low products that are read in the order of their index. */
const LOW_BY_NAME = { reorder: onesToReorder, low: sql`${isLowOne} and stock_quantity > 0` };

/** Counts the products of the view `reorder`. */
export const countToReorder = ({ db }: Pick<Ctx, 'db'>): number =>
  countRows(db, sql`products indexed by products_to_reorder`, onesToReorder);

const placeInList = prepared((db) =>
  db
    .select({ name: sql<string>`lower(${products.name})`, id: products.id })
    .from(products)
    .where(eq(products.id, sql.placeholder('id'))),
);
/** Returns the position of a product in lists by name; without an id, the position before all products. */
export const findPlaceByName = (ctx: Ctx, id: number | null | undefined) =>
  id == null ? { name: '', id: 0 } : placeInList(ctx.db).get({ id });

const ORDERS: Record<(typeof PRODUCT_ORDERS)[number], SQL> = {
  name: sql`lower(name)`,
  price: sql`price_cents`,
  stock: sql`stock_quantity`,
  margin: SORTED_MARGIN,
};

/**
 * Lists the products of a view by name or in the order of another column, with every word of the search in name or description. Indexes
 * sort the views of all products, and what is low by its name; a category, a search and other orders sort their newest products.
 */
export function listInventory(ctx: Ctx, { search, category, view, sort = 'name', ...page }: z.output<typeof inventoryListInput>) {
  const { match, conditions } = buildSearch('products', ['name', "coalesce(description, '')"], search);
  const isWhole = category === null && search === null;
  const isLowView = view === 'low' || view === 'reorder';
  const isLowByName = isLowView && isWhole && sort.endsWith('name');
  const { rows: ids, nextCursor } = readSortedIds(
    ctx.db,
    {
      table: 'products',
      from: match
        ? sql`products_search join products on products.id = products_search.rowid and products_search match ${match}`
        : sql`products`,
      id: sql.raw(match ? 'products_search.rowid' : 'products.id'),
      where: and(
        isLowByName ? LOW_BY_NAME[view] : VIEWS[view],
        category === null ? undefined : sql`lower(category) = lower(${category})`,
        ...conditions,
      ),
      columns: ORDERS,
      getIndex: (key) => {
        if (isLowByName) return 'products_to_reorder';
        return isWhole && !isLowView ? `products_active_by_${key}` : undefined;
      },
    },
    { sort, ...page },
  );
  const rows = ids.length > 0 ? ctx.db.select().from(products).where(inArray(products.id, ids)).all() : [];
  return { rows: inOrder(ids, rows).map(toProduct), nextCursor };
}

export const getProduct = (ctx: Ctx, id: number): Product => toProduct(getProductRow(ctx, id));

type SentFields = Omit<z.output<typeof productChange>, 'id' | 'stockWas'>;
/** Returns the columns of the sent fields except the stock, which changes through the ledger alone. */
const toColumns = <Sent extends SentFields>({ price, costPrice, stockQuantity: _, costReason: _reason, ...fields }: Sent) => ({
  ...fields,
  priceCents: price as Sent['price'],
  costCents: costPrice,
});

/** The fields that a new product may leave out, other than its cost. */
const OPTIONAL = { description: null, imageUrl: null, supplierName: null, supplierSku: null, lastPurchaseDate: null };
/** The columns of a form, except the cost and the stock, which change through the ledger alone. */
const FORM_COLUMNS = placeholders(
  ...(Object.keys(OPTIONAL) as (keyof typeof OPTIONAL)[]),
  ...(['name', 'priceCents', 'category', 'reorderLevel', 'isActive', 'isHstTaxable', 'isPstTaxable'] as const),
);
const insertProduct = prepared((db) =>
  db
    .insert(products)
    .values({ ...FORM_COLUMNS, ...placeholders('costCents', 'createdAt') })
    .returning({ id: products.id }),
);
const setProduct = prepared((db) =>
  db
    .update(products)
    // Placeholders work here as in an insert, but the types do not allow them.
    .set(FORM_COLUMNS as object)
    .where(eq(products.id, sql.placeholder('id'))),
);

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
    const { category, stockQuantity } = input;
    const { id } = insertProduct(ctx.db).get({ ...OPTIONAL, ...toColumns(input), createdAt: ctx.now().toISOString() });
    if (stockQuantity > 0) changeStock(ctx, { productId: id, kind: 'initial', quantity: stockQuantity });
    recordActivity(ctx, { verb: 'product.created', entityType: 'product', entityId: id, data: { category, stockQuantity } });
    publishAfterCommit(ctx, 'store');
    return toProduct(getProductRow(ctx, id));
  });
}

/** Returns the values that were sent and differ from those of the row. */
const pickChanged = <Row extends object>(row: Row, sent: Partial<Row>): Partial<Row> =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== undefined && value !== row[name as keyof Row]),
  ) as Partial<Row>;

/**
 * Changes the fields that were sent; missing ones stay as they are. A new cost revalues the stock. Throws NOT_FOUND, CONFLICT if the
 * stock differs from the one that the form showed, and BAD_REQUEST if its new picture does not exist.
 */
export function updateProduct(ctx: Ctx, { id, stockWas, ...sent }: z.output<typeof productChange>): Product {
  return inTransaction(ctx.db, () => {
    const row = getProductRow(ctx, id);
    if (stockWas !== undefined && stockWas !== row.stockQuantity)
      throw new DomainError('CONFLICT', `The stock of ${row.name} is now ${row.stockQuantity}, not ${stockWas}. Please look again.`);
    // A lost picture is no reason to refuse another change.
    if (sent.imageUrl !== row.imageUrl) assertPicture(ctx, sent.imageUrl);
    const { costCents, ...columns } = pickChanged(row, toColumns(sent));
    if (costCents !== undefined) revalueStock(ctx, id, costCents, sent.costReason);
    const quantity = (sent.stockQuantity ?? row.stockQuantity) - row.stockQuantity;
    if (quantity !== 0) changeStock(ctx, { productId: id, kind: 'adjust', quantity, note: 'Changed in the product form' });
    if (Object.keys(columns).length > 0) setProduct(ctx.db).run({ ...row, ...columns });
    const fields = [
      ...Object.keys(columns),
      ...(costCents === undefined ? [] : ['costCents']),
      ...(quantity === 0 ? [] : ['stockQuantity']),
    ];
    if (fields.length === 0) return toProduct(row);
    recordActivity(ctx, { verb: 'product.updated', entityType: 'product', entityId: id, data: { fields } });
    publishAfterCommit(ctx, 'store');
    return toProduct(getProductRow(ctx, id));
  });
}

/** Retires several products, sells them again, or changes their reorder levels. */
export const updateProducts = (ctx: Ctx, { products: changes }: z.output<typeof productsChange>): RowResults =>
  changeRows(
    ctx.db,
    changes,
    ({ id }) => id,
    (change) => void updateProduct(ctx, change),
  );

/**
 * Deletes a product. One that was ever ordered is retired instead, so that orders keep their lines. The ledger goes with a deleted
 * product, so the log keeps its name, stock and cost. Throws NOT_FOUND.
 */
export function deleteProduct(ctx: Ctx, id: number) {
  return inTransaction(ctx.db, () => {
    const row = getProductRow(ctx, id);
    const isKept = ctx.db.select().from(orderItems).where(eq(orderItems.productId, id)).limit(1).get() !== undefined;
    if (isKept && !row.isActive) return { success: true } as const;
    if (isKept) ctx.db.update(products).set({ isActive: false }).where(eq(products.id, id)).run();
    else ctx.db.delete(products).where(eq(products.id, id)).run();
    const data = { name: row.name, stock: row.stockQuantity, costCents: row.costCents };
    recordActivity(ctx, { verb: isKept ? 'product.retired' : 'product.deleted', entityType: 'product', entityId: id, data });
    publishAfterCommit(ctx, 'store');
    return { success: true } as const;
  });
}
