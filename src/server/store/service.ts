import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../db/client';
import { cutPage, isAmong, prepared } from '../../../db/prepared';
import { products } from '../../../db/schema';
import { matchAll, searchWords } from '../../../db/search';
import { formatCents } from '../../shared/money';
import { type browseInput, type browseList, type cartPricing, findFilterCategories, type pricedCart } from '../../shared/store';
import { PRODUCT_SORTS, type ProductSort, SAMPLE_RATING } from '../../shared/store-options';
import type { Ctx } from '../context';
import { findPlaceByName, toProduct } from '../inventory/products';

const { id, name, description, priceCents, category, imageUrl, stockQuantity, rating, reviews, isHstTaxable, isPstTaxable } = products;
/** The only columns read for visitors, so that costs and suppliers cannot leak. */
const publicColumns = { id, name, description, priceCents, category, imageUrl, stockQuantity, rating, reviews };
const storeColumns = { ...publicColumns, isHstTaxable, isPstTaxable };

const toPublicProduct = <T extends { priceCents: number }>({ priceCents, ...row }: T) => ({ ...row, price: formatCents(priceCents) });

const nameOrder = sql<string>`lower(${products.name})`;
const [afterName, afterId, wanted] = [sql.placeholder('name'), sql.placeholder('id'), sql.placeholder('categories')];
/** Products after the cursor, by name. The index can seek by the first half; a row-value comparison would scan. */
const isAfter = sql`${nameOrder} >= ${afterName} and (${nameOrder} > ${afterName} or ${products.id} > ${afterId})`;
/** Products of some categories: a JSON list of lower-case words, or null for all. */
const isWanted = sql`(${wanted} is null or lower(${products.category}) in (select value from json_each(${wanted})))`;

const publicList = prepared((db) =>
  db
    .select(publicColumns)
    .from(products)
    .where(and(eq(products.isActive, true), isAfter, isWanted))
    .orderBy(asc(nameOrder), asc(products.id))
    .limit(sql.placeholder('limit')),
);
const fullList = prepared((db) =>
  db.select().from(products).where(and(isAfter, isWanted)).orderBy(asc(nameOrder), asc(products.id)).limit(sql.placeholder('limit')),
);
const toJsonList = (categories: readonly string[] | undefined) => (categories ? JSON.stringify(categories) : null);

type ProductFilter = { category: string | null; limit: number; cursor?: number | undefined };

/**
 * Returns products by name: active ones with their public columns for visitors, all of them in full for the office. Returns an empty
 * page if the cursor is not a product.
 */
export function listProducts(ctx: Ctx, input: ProductFilter) {
  const after = findPlaceByName(ctx, input.cursor);
  if (!after) return { rows: [], nextCursor: null };
  const filter = { ...after, categories: toJsonList(findFilterCategories(input.category)), limit: input.limit + 1 };
  const rows =
    ctx.actor.kind === 'admin' ? fullList(ctx.db).all(filter).map(toProduct) : publicList(ctx.db).all(filter).map(toPublicProduct);
  return cutPage(rows, input.limit, ({ id }) => id);
}

/** The expression, direction and starting value of each sort order; ties are broken by id. */
const SORTS: Record<ProductSort, { by: SQL; isDescending: boolean; start: string | number }> = {
  name: { by: nameOrder, isDescending: false, start: '' },
  'price-low': { by: sql`${products.priceCents}`, isDescending: false, start: -1 },
  'price-high': { by: sql`${products.priceCents}`, isDescending: true, start: Number.POSITIVE_INFINITY },
  rating: {
    // The distance to five stars, then the name: best first, ties by name. It must match the expression of the index.
    by: sql`printf('%.2f ', 5 - coalesce(${products.rating}, ${sql.raw(String(SAMPLE_RATING.rating))})) || lower(${products.name})`,
    isDescending: false,
    start: '',
  },
};

const param = (name: string) => sql`${sql.placeholder(name)}`;
/** Products whose name or description contains every long word, from the search table. */
const matchesTable = sql`${products.id} in (select rowid from products_search where products_search match ${param('match')})`;
/** Products whose name or description contains every short word (a JSON list of GLOB patterns). */
const hasShortWords = sql`not exists (select 1 from json_each(${param('patterns')}) where not (${products.name} glob value or coalesce(${products.description}, '') glob value))`;
/** A search with only short words looks at this many of the newest products. */
const RECENT = 5000;
const isRecentWithShortWords = sql`${products.id} in (select id from products where id > (select max(id) from products) - ${sql.raw(String(RECENT))} and ${hasShortWords})`;

const SEARCHES = ['none', 'by table', 'by short words'] as const;
type Search = (typeof SEARCHES)[number];
/**
 * Builds the query of a page in one sort order. A search prefixes columns with a unary plus, so that SQLite does not walk the sort's
 * index past all products to find a few.
 */
function pageBy(sort: ProductSort, search: Search) {
  const { isDescending } = SORTS[sort];
  const plus = sql.raw(search === 'none' ? '' : '+');
  const found = { none: undefined, 'by table': and(matchesTable, hasShortWords), 'by short words': isRecentWithShortWords }[search];
  const by = sql`${plus}${SORTS[sort].by}`;
  const beyond = sql.raw(isDescending ? '<' : '>');
  const comesAfter = sql`${by} ${beyond}= ${param('value')} and (${by} ${beyond} ${param('value')} or ${products.id} ${beyond} ${param('id')})`;
  const direction = isDescending ? desc : asc;
  return (db: Db) =>
    db
      .select(storeColumns)
      .from(products)
      .where(and(sql`${plus}${products.isActive} = 1`, comesAfter, isWanted, found))
      .orderBy(direction(by), direction(products.id))
      .limit(sql.placeholder('limit'));
}
const pages = Object.fromEntries(
  PRODUCT_SORTS.flatMap((sort) => SEARCHES.map((search) => [`${sort} ${search}`, prepared(pageBy(sort, search))])),
) as Record<`${ProductSort} ${Search}`, (db: Db) => ReturnType<ReturnType<ReturnType<typeof pageBy>>['prepare']>>;

const positionBySort = prepared((db) =>
  db
    .select({
      id: products.id,
      name: nameOrder,
      'price-low': products.priceCents,
      'price-high': products.priceCents,
      rating: sql<number>`${SORTS.rating.by}`,
    })
    .from(products)
    .where(eq(products.id, sql.placeholder('id'))),
);

/**
 * Returns active products in a sort order, with every word of the search in the name or description. Returns an empty page if the
 * cursor is not a product.
 */
export function browseProducts(ctx: Ctx, input: z.output<typeof browseInput>): z.output<typeof browseList> {
  const { sort, limit, cursor } = input;
  const position = cursor ? positionBySort(ctx.db).get({ id: cursor }) : undefined;
  if (cursor && !position) return { rows: [], nextCursor: null };
  const words = searchWords(input.search);
  const match = matchAll(words);
  const search: Search = words.length === 0 ? 'none' : match ? 'by table' : 'by short words';
  const rows = pages[`${sort} ${search}`](ctx.db).all({
    value: position ? position[sort] : SORTS[sort].start,
    id: position?.id ?? 0,
    categories: toJsonList(findFilterCategories(input.category)),
    ...(match && { match }),
    patterns: JSON.stringify(words.flatMap((word) => (word.match ? [] : word.pattern))),
    limit: limit + 1,
  });
  return cutPage(rows.map(toPublicProduct), limit, ({ id }) => id);
}

const soldProducts = prepared((db) =>
  db
    .select(storeColumns)
    .from(products)
    .where(and(eq(products.isActive, true), isAmong(products.id)))
    .orderBy(products.id),
);
export const findSoldProducts = (ctx: Ctx, ids: number[]) => soldProducts(ctx.db).all({ ids: JSON.stringify(ids) });

export function priceCart(ctx: Ctx, { items }: z.output<typeof cartPricing>): z.output<typeof pricedCart> {
  const ids = items.map(({ productId }) => productId);
  return { products: findSoldProducts(ctx, ids).map(toPublicProduct) };
}
