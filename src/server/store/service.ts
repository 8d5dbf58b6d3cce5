import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../db/client';
import { cutPage, prepared } from '../../../db/prepared';
import { products } from '../../../db/schema';
import { searchWords } from '../../../db/search';
import { formatCents } from '../../shared/money';
import { type browseInput, type browseList, type cartPricing, findFilterCategories, type pricedCart } from '../../shared/store';
import { type ProductSort, SAMPLE_RATING } from '../../shared/store-options';
import type { Ctx } from '../context';
import { toProduct } from '../inventory/products';

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
const positionByName = prepared((db) =>
  db
    .select({ name: nameOrder, id: products.id })
    .from(products)
    .where(eq(products.id, sql.placeholder('id')))
    .prepare(),
);
/** Comes before every product. */
const START = { name: '', id: 0 };

/** Category words as the statements take them. */
const toJsonList = (categories: readonly string[] | undefined) => (categories ? JSON.stringify(categories) : null);

type ProductFilter = { category: string | null; limit: number; cursor?: number | undefined };

/**
 * Products by name: for visitors the active ones without what is the company's own, for the office all with everything. A
 * cursor that is no product ends the list.
 */
export function listProducts(ctx: Ctx, input: ProductFilter) {
  const after = input.cursor === undefined ? START : positionByName(ctx.db).get({ id: input.cursor });
  if (!after) return { rows: [], nextCursor: null };
  const filter = { ...after, categories: toJsonList(findFilterCategories(input.category)), limit: input.limit + 1 };
  const rows =
    ctx.actor.kind === 'admin' ? fullList(ctx.db).all(filter).map(toProduct) : publicList(ctx.db).all(filter).map(toPublicProduct);
  return cutPage(rows, input.limit, ({ id }) => id);
}

/** What the store's pages need of a product: what anybody may know, and which taxes are on it. */
const storeColumns = { ...publicColumns, isHstTaxable: products.isHstTaxable, isPstTaxable: products.isPstTaxable };

/** What a sort goes by, whether the largest comes first, and what comes before every product. Equal ones go on by id. */
const SORTS: Record<ProductSort, { by: SQL; isDescending: boolean; start: string | number }> = {
  name: { by: nameOrder, isDescending: false, start: '' },
  'price-low': { by: sql`${products.priceCents}`, isDescending: false, start: -1 },
  'price-high': { by: sql`${products.priceCents}`, isDescending: true, start: Number.POSITIVE_INFINITY },
  rating: {
    // How much is missing to five, and the name: the best first, and those that are as good by name. The index is on this
    // very expression, so the sample rating is written into it.
    by: sql`printf('%.2f ', 5 - coalesce(${products.rating}, ${sql.raw(String(SAMPLE_RATING.rating))})) || lower(${products.name})`,
    isDescending: false,
    start: '',
  },
};

/** A parameter of a statement that is built once. */
const param = (name: string) => sql`${sql.placeholder(name)}`;
/** Those whose name or description holds every long word, from the search table. */
const isFound = sql`${products.id} in (select rowid from products_search where products_search match ${param('match')})`;
/** Those whose name or description holds every short word, a JSON list of patterns. */
const holdsWords = sql`not exists (select 1 from json_each(${param('patterns')}) where not (${products.name} glob value or coalesce(${products.description}, '') glob value))`;
/** Where a search has no other words, how many of the newest products are looked at. */
const RECENT = 5000;
const isRecentWithWords = sql`${products.id} in (select id from products where id > (select max(id) from products) - ${sql.raw(String(RECENT))} and ${holdsWords})`;

/**
 * A page in one order: of all products by the order's index, or of those that a search found. The plus keeps SQLite from
 * walking that index past all products when few of them are found.
 */
type Search = 'none' | 'by table' | 'by short words';
function pageBy(sort: ProductSort, search: Search) {
  const { isDescending } = SORTS[sort];
  const plus = sql.raw(search === 'none' ? '' : '+');
  const found = { none: undefined, 'by table': and(isFound, holdsWords), 'by short words': isRecentWithWords }[search];
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
      .limit(sql.placeholder('limit'))
      .prepare();
}
const pagesBy = (sort: ProductSort) => ({
  none: prepared(pageBy(sort, 'none')),
  'by table': prepared(pageBy(sort, 'by table')),
  'by short words': prepared(pageBy(sort, 'by short words')),
});
const pages: Record<ProductSort, ReturnType<typeof pagesBy>> = {
  name: pagesBy('name'),
  'price-low': pagesBy('price-low'),
  'price-high': pagesBy('price-high'),
  rating: pagesBy('rating'),
};

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
    .where(eq(products.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * Active products for the store and the marketplace, in one of its orders, with every word of the search somewhere in name
 * or description. A cursor that is no product ends the list.
 */
export function browseProducts(ctx: Ctx, input: z.output<typeof browseInput>): z.output<typeof browseList> {
  const { sort, limit, cursor } = input;
  const place = cursor ? positionBySort(ctx.db).get({ id: cursor }) : undefined;
  if (cursor && !place) return { rows: [], nextCursor: null };
  const words = searchWords(input.search);
  const match = words.flatMap((word) => word.match ?? []).join(' AND ');
  const search = words.length === 0 ? 'none' : match ? 'by table' : 'by short words';
  const rows = pages[sort][search](ctx.db).all({
    value: place ? place[sort] : SORTS[sort].start,
    id: place?.id ?? 0,
    categories: toJsonList(findFilterCategories(input.category)),
    ...(match && { match }),
    patterns: JSON.stringify(words.flatMap((word) => (word.match ? [] : word.pattern))),
    limit: limit + 1,
  });
  return cutPage(rows.map(toPublicProduct), limit, ({ id }) => id);
}

const soldToday = prepared((db) =>
  db
    .select(storeColumns)
    .from(products)
    .where(and(eq(products.isActive, true), sql`${products.id} in (select value from json_each(${sql.placeholder('ids')}))`))
    .prepare(),
);

/** The products of a cart as they are today, for a page that was told that something changed; what is no longer sold is missing. */
export function priceCart(ctx: Ctx, input: z.output<typeof cartPricing>): z.output<typeof pricedCart> {
  const ids = JSON.stringify(input.items.map(({ productId }) => productId));
  return { products: soldToday(ctx.db).all({ ids }).map(toPublicProduct) };
}
