import { sql } from 'drizzle-orm';
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ORDER_STATUSES, PAYMENT_METHODS } from '../../src/shared/store-options';
import { DOCUMENTED_READINGS, TAX_PROFILES } from '../../src/shared/store-sums';
import { emailKey, isDay, isMoney, isNotNegative, isOneOf, phoneKey } from './checks';

/** The margin of a product as its index sorts it; a product without a margin sorts below all others. */
export const SORTED_MARGIN = sql`case when price_cents > 0 and cost_cents > 0 then (price_cents - cost_cents) * 1.0 / price_cents else -1e9 end`;

export const products = sqliteTable(
  'products',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    description: text(),
    priceCents: integer().notNull(),
    /** The weighted average cost of one unit; null if unknown. */
    costCents: integer(),
    /** The total cost of the stock; 0 while the unit cost is unknown. */
    stockValueCents: integer().notNull().default(0),
    category: text().notNull(),
    imageUrl: text(),
    stockQuantity: integer().notNull().default(0),
    reorderLevel: integer().notNull().default(5),
    supplierName: text(),
    supplierSku: text(),
    rating: real(),
    reviews: integer(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    isHstTaxable: integer({ mode: 'boolean' }).notNull().default(true),
    isPstTaxable: integer({ mode: 'boolean' }).notNull().default(true),
    lastPurchaseDate: text(),
    /** Comes from the starter catalogue and was not confirmed as the company's own stock. */
    isSample: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: text().notNull(),
  },
  (table) => [
    check('products_price', isMoney(table.priceCents)),
    check('products_cost', isMoney(table.costCents)),
    check('products_stock_value', isNotNegative(table.stockValueCents)),
    check('products_stock', isNotNegative(table.stockQuantity)),
    check('products_reorder_level', isNotNegative(table.reorderLevel)),
    check('products_reviews', isNotNegative(table.reviews)),
    check('products_rating', sql`${table.rating} is null or ${table.rating} between 0 and 5`),
    check('products_last_purchase_date', isDay(table.lastPurchaseDate)),
    // The store reads active products, the office all of them.
    index('products_active_by_name').on(table.isActive, sql`lower(name)`),
    index('products_by_name').on(sql`lower(name)`),
    index('products_active_by_price').on(table.isActive, table.priceCents),
    index('products_active_by_stock').on(table.isActive, table.stockQuantity),
    index('products_active_by_margin').on(table.isActive, SORTED_MARGIN),
    index('products_to_reorder').on(sql`lower(name)`).where(sql`is_active = 1 and stock_quantity <= reorder_level`),
    index('products_by_category').on(sql`lower(category)`),
    // Covers the figures of the stock, by category.
    index('products_figures').on(
      table.isActive,
      sql`lower(category)`,
      table.category,
      table.priceCents,
      table.costCents,
      table.stockQuantity,
      table.stockValueCents,
      table.reorderLevel,
      table.isSample,
    ),
    index('products_image').on(table.imageUrl).where(sql`image_url is not null`),
    // A product without ratings sorts by the sample rating that the marketplace shows for it.
    index('products_active_by_rating').on(table.isActive, sql`printf('%.2f ', 5 - coalesce(rating, 4.5)) || lower(name)`),
  ],
);

export const orders = sqliteTable(
  'orders',
  {
    /** For display and sorting only: visitors look orders up by `publicId`, because numbers can be guessed. */
    orderNumber: integer().primaryKey({ autoIncrement: true }),
    /** 128 random bits, base64url: the id in addresses. */
    publicId: text().notNull().unique(),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    customerPhone: text().notNull(),
    shippingAddress: text().notNull(),
    paymentMethod: text({ enum: PAYMENT_METHODS }).notNull().default('cash'),
    subtotalCents: integer().notNull(),
    taxCents: integer().notNull(),
    /** The provincial part of the tax that the customer saw; the rest is federal (HST or GST). */
    pstCents: integer().notNull().default(0),
    hstCents: integer().notNull().generatedAlwaysAs(sql`tax_cents - pst_cents`),
    totalCents: integer().notNull(),
    taxReading: text({ enum: DOCUMENTED_READINGS }).notNull(),
    /** With 'bc-current', `taxReading` has no meaning. */
    taxProfile: text({ enum: TAX_PROFILES }).notNull().default('documented'),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    orderNotes: text(),
    /** The client's key and the hash of the order's contents: sending both again returns this order. */
    idempotencyKey: text().unique(),
    requestHash: text(),
    paidDate: text(),
    paidMethod: text({ enum: PAYMENT_METHODS }),
    shippedAt: text(),
    deliveredAt: text(),
    cancelledAt: text(),
    cancelReason: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('orders_payment_method', isOneOf(table.paymentMethod, PAYMENT_METHODS)),
    check('orders_tax_reading', isOneOf(table.taxReading, DOCUMENTED_READINGS)),
    check('orders_tax_profile', isOneOf(table.taxProfile, TAX_PROFILES)),
    check('orders_status', isOneOf(table.status, ORDER_STATUSES)),
    check('orders_subtotal', isMoney(table.subtotalCents)),
    check('orders_tax', isMoney(table.taxCents)),
    check('orders_pst', sql`typeof(${table.pstCents}) = 'integer' and ${table.pstCents} between 0 and ${table.taxCents}`),
    check('orders_total', sql`${table.totalCents} = ${table.subtotalCents} + ${table.taxCents}`),
    check('orders_public_id', sql`length(${table.publicId}) >= 22`),
    check('orders_paid_method', sql`${table.paidMethod} is null or ${isOneOf(table.paidMethod, PAYMENT_METHODS)}`),
    check('orders_paid', sql`(${table.paidDate} is null) = (${table.paidMethod} is null)`),
    check('orders_paid_date', isDay(table.paidDate)),
    index('orders_email').on(emailKey(sql`customer_email`)),
    index('orders_phone').on(phoneKey(sql`customer_phone`)),
    index('orders_by_status').on(table.status, table.orderNumber),
    // Covers sales figures over a period.
    index('orders_by_day').on(table.createdAt, table.status, table.subtotalCents, table.taxCents),
    index('orders_by_status_and_payment').on(table.status, sql`paid_date is null`, table.orderNumber),
    index('orders_unpaid').on(table.orderNumber, table.status, table.paidDate).where(sql`paid_date is null and status <> 'cancelled'`),
    // `not in` keeps SQLite from choosing the status index, which is not sorted by order number.
    index('orders_to_ship').on(table.orderNumber, table.status).where(sql`status not in ('shipped', 'delivered', 'cancelled')`),
    index('orders_paid').on(table.orderNumber).where(sql`paid_date is not null`),
    // Sorted lists of all orders and of one status.
    index('orders_all_customer').on(sql`customer_name collate nocase`),
    index('orders_all_total').on(table.totalCents),
    index('orders_status_customer').on(table.status, sql`customer_name collate nocase`),
    index('orders_status_total').on(table.status, table.totalCents),
  ],
);

/** Carts of visitors who agreed to a reminder at the checkout. */
export const savedCarts = sqliteTable(
  'saved_carts',
  {
    id: text().primaryKey(),
    email: text(),
    items: text().notNull(),
    subtotalCents: integer().notNull(),
    consent: integer({ mode: 'boolean' }).notNull().default(false),
    updatedAt: text().notNull(),
    orderId: integer().references(() => orders.orderNumber, { onDelete: 'set null' }),
  },
  (table) => [
    check('saved_carts_items', sql`json_valid(${table.items})`),
    check('saved_carts_subtotal', isMoney(table.subtotalCents)),
    index('saved_carts_idle').on(table.updatedAt).where(sql`order_id is null`),
    index('saved_carts_updated').on(table.updatedAt),
    index('saved_carts_order').on(table.orderId).where(sql`order_id is not null`),
  ],
);

export const orderItems = sqliteTable(
  'order_items',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    orderNumber: integer()
      .notNull()
      .references(() => orders.orderNumber, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'restrict' }),
    /** Name and price at the time of the order. */
    name: text().notNull(),
    quantity: integer().notNull(),
    priceCents: integer().notNull(),
    /** The average unit cost and the total cost of the line at the time of the order; null if unknown. */
    costCents: integer(),
    cogsCents: integer(),
  },
  (table) => [
    check('order_items_cogs', isNotNegative(table.cogsCents)),
    check('order_items_cost', isMoney(table.costCents)),
    check('order_items_quantity', sql`typeof(${table.quantity}) = 'integer' and ${table.quantity} > 0`),
    check('order_items_price', isMoney(table.priceCents)),
    index('order_items_order').on(table.orderNumber),
    index('order_items_product').on(table.productId),
  ],
);
