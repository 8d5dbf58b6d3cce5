import { asc, eq, sql } from 'drizzle-orm';
import { INVARIANTS } from '../../db/invariants';
import { activity, orderItems, orders, outbox, products, stockMovements } from '../../db/schema';
import type { OrderStatus } from '../../src/shared/store-options';
import type { Shop } from './http';
import { insertRow } from './rows';
import { openShop } from './shop';

/** An order of one unit of the first product, as the checkout sends it. */
export const ORDER = {
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '(250) 555-0133',
  shippingAddress: '12 Seymour St, Kamloops, V2C 2A1',
  paymentMethod: 'cash' as 'cash' | 'interac' | 'direct-deposit' | 'cheque',
  items: [{ productId: 1, quantity: 1 }] as { productId: number; quantity: number; price?: string; name?: string }[],
};

type Product = NonNullable<Parameters<typeof insertRow>[2]>;

/** Adds products; their stock starts the ledger. */
export function shelve(shop: Shop, ...rows: Product[]): void {
  for (const row of rows) {
    insertRow(shop.db, 'products', row);
    const { id, stockQuantity } = shop.db.select().from(products).orderBy(sql`${products.id} desc`).get() ?? { id: 0, stockQuantity: 0 };
    if (stockQuantity > 0) insertRow(shop.db, 'stock_movements', { product_id: id, quantity: stockQuantity, stock_after: stockQuantity });
  }
}

/** Opens a shop with a squeegee (19.95, 3 left), soap (2.50, 50 left), a retired apron, and towels that are sold out. */
export function openStore(options: Parameters<typeof openShop>[0] = {}): Shop {
  const shop = openShop(options);
  shelve(
    shop,
    { name: 'Squeegee' },
    { name: 'Soap', price_cents: 250, cost_cents: null, stock_quantity: 50 },
    { name: 'Apron', is_active: 0 },
    { name: 'Towels', stock_quantity: 0 },
  );
  return shop;
}

export const stockOf = (shop: Shop, id = 1) => shop.db.select().from(products).where(eq(products.id, id)).get()?.stockQuantity;
export const ledgerOf = (shop: Shop, id = 1) =>
  shop.db.select().from(stockMovements).where(eq(stockMovements.productId, id)).orderBy(asc(stockMovements.id)).all();
export const mailOf = (shop: Shop) => shop.db.select().from(outbox).orderBy(asc(outbox.id)).all();

/** Returns products whose ledger differs from their stock, and ledger rows that jump. */
export const ledgerFaults = (shop: Shop): unknown[] =>
  [INVARIANTS.stocksOtherThanTheirLedger, INVARIANTS.ledgersThatJump].flatMap((query) => shop.db.$client.prepare(query).all());

type Placing = Parameters<Shop['visitor']['store']['placeOrder']>[0];
/** Places ORDER with some changes as a visitor. */
export const place = (shop: Shop, more: Partial<Placing> = {}) => shop.visitor.store.placeOrder({ ...ORDER, ...more });
/** Returns the error code and message of a rejected order, or 'taken'. */
export const refusal = (shop: Shop, more: Partial<Placing>) =>
  place(shop, more).then(
    () => 'taken',
    (error: { code: string; message: string }) => [error.code, error.message],
  );
/** Returns a fingerprint of everything an order writes, to show that a rejected one writes nothing. */
export const traces = (shop: Shop) => [
  ...[orders, orderItems, activity].map((table) => shop.rows(table).length),
  mailOf(shop).length,
  [1, 2, 3, 4].map((id) => [stockOf(shop, id), ledgerOf(shop, id).length]),
];
export const line = (productId: number, quantity = 1, more: object = {}) => ({ productId, quantity, ...more });

/** Opens a shop with one order of two squeegees and a soap, paid by cash. */
export async function openWithOrder() {
  const shop = openStore();
  const placed = await place(shop, { items: [line(1, 2), line(2)], orderNotes: 'Ring twice.' });
  return {
    shop,
    placed,
    setStatus: (status: OrderStatus, reason?: string) => shop.admin.store.setOrderStatus({ orderNumber: 1, status, reason }),
  };
}

export const orderFirstProduct = (shop: Shop, quantity = 1) =>
  shop.visitor.store.placeOrder({ ...ORDER, items: [{ productId: 1, quantity }] });
