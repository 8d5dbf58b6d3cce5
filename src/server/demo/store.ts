import { eq } from 'drizzle-orm';
import { products } from '../../../db/schema';
import { seedCatalogue } from '../../../db/seed';
import type { CheckoutMethod, OrderStatus } from '../../shared/store-options';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { updateProduct } from '../inventory/products';
import { receiveStock } from '../inventory/service';
import { confirmCatalogue } from '../inventory/starter-catalogue';
import { placeOrder } from '../store/checkout';
import { setOrderPayment, setOrderStatus } from '../store/orders';
import { DAY, setClock, toInstant } from './clock';
import { VISITORS } from './people';

/** The store is stocked before its first order. */
const OPENING = { days: -290, time: '09:00' };
/** Deliveries by the suppliers' numbers. Products that run short and are not among them are low or out of stock today. */
const DELIVERIES: [days: number, supplier: string, goods: Record<string, number>][] = [
  [-270, 'Thompson Valley Supply', { 'TVS-1024': 24, 'TVS-1042': 30, 'TVS-2203': 24 }],
  [-200, 'Interior Safety Products', { 'ISP-118': 30, 'ISP-100': 20 }],
  [-110, 'Pacific Janitorial', { 'PJ-7120': 10, 'PJ-7001': 2 }],
  [-45, 'Thompson Valley Supply', { 'TVS-1010': 24, 'TVS-1024': 12 }],
];
/** Products without a known cost. */
const WITHOUT_COST = { 'PJ-4131': 0, 'CPP-561': 0, 'ISP-140': 0 };

/** Days from today and a time, the customer, the payment method, the goods, the status, and the days until the money arrived. */
type Purchase = [
  days: number,
  time: string,
  who: keyof typeof VISITORS,
  by: CheckoutMethod,
  goods: Record<string, number>,
  status: OrderStatus,
  paidAfter?: number,
];
/** Nine months of orders, oldest first. The last two are still to be shipped. */
const PURCHASES: Purchase[] = [
  [-262, '10:20', 'cafe', 'interac', { 'TVS-1010': 6, 'CPP-547': 4 }, 'delivered', 1],
  [-236, '19:45', 'tom', 'cash', { 'PJ-4118': 1, 'CPP-510': 2 }, 'delivered', 5],
  [-211, '13:10', 'lodge', 'direct-deposit', { 'PJ-7001': 2, 'CPP-532': 8, 'TVS-3104': 6 }, 'delivered', 2],
  [-187, '08:55', 'nora', 'interac', { 'PJ-4102': 2, 'TVS-1042': 6 }, 'delivered', 1],
  [-166, '16:30', 'hall', 'cheque', { 'PJ-7120': 1, 'TVS-2203': 4, 'ISP-100': 3 }, 'delivered', 9],
  [-140, '11:05', 'physio', 'interac', { 'ISP-801': 12, 'ISP-100': 10, 'CPP-547': 6 }, 'delivered', 1],
  [-119, '20:15', 'ines', 'interac', { 'PJ-7001': 1 }, 'cancelled'],
  [-93, '09:40', 'lodge', 'direct-deposit', { 'PJ-7205': 2, 'CPP-510': 10, 'TVS-1010': 12 }, 'delivered', 3],
  [-71, '14:25', 'tom', 'interac', { 'TVS-3120': 2, 'CPP-561': 3 }, 'delivered', 1],
  [-48, '12:00', 'cafe', 'interac', { 'TVS-1024': 10, 'CPP-532': 6, 'PJ-2207': 4 }, 'delivered', 1],
  [-26, '17:50', 'physio', 'cheque', { 'ISP-801': 10, 'CPP-547': 8 }, 'shipped'],
  [-8, '10:35', 'hall', 'interac', { 'ISP-140': 4, 'PJ-4131': 2 }, 'shipped', 1],
  [-2, '15:15', 'nora', 'interac', { 'PJ-4118': 2, 'CPP-510': 3 }, 'processing', 1],
  [-1, '18:40', 'ines', 'cash', { 'TVS-3104': 1, 'TVS-1010': 2, 'CPP-561': 2 }, 'pending'],
];

type Goods = { id: number; quantity: number; inStock: number };
/** Finds products by the suppliers' numbers; leaves out those that are no longer sold. */
function lookUp(ctx: Ctx, goods: Record<string, number>): Goods[] {
  const sold = ctx.db
    .select({ id: products.id, sku: products.supplierSku, inStock: products.stockQuantity })
    .from(products)
    .where(eq(products.isActive, true))
    .all();
  return Object.entries(goods).flatMap(([sku, quantity]) =>
    sold.filter((product) => product.sku === sku).map(({ id, inStock }) => ({ id, quantity, inStock })),
  );
}

function stockStore(ctx: Ctx): void {
  const opened = setClock(ctx, toInstant(ctx, OPENING));
  seedCatalogue(ctx.db, opened.now());
  confirmCatalogue(opened, { isOurs: true, confirm: true });
  for (const { id } of lookUp(ctx, WITHOUT_COST)) updateProduct(opened, { id, costPrice: null });
  for (const [days, supplier, goods] of DELIVERIES) {
    const arrived = setClock(ctx, toInstant(ctx, { days, time: '09:30' }));
    for (const { id, quantity } of lookUp(ctx, goods)) receiveStock(arrived, { id, quantity, note: `Delivery from ${supplier}` });
  }
}

/** Days from an order until it is packed, shipped and delivered. */
const STEPS = { processing: 1, shipped: 2, delivered: 5 } as const;
const REACHED: Record<OrderStatus, readonly (keyof typeof STEPS)[]> = {
  pending: [],
  processing: ['processing'],
  shipped: ['processing', 'shipped'],
  delivered: ['processing', 'shipped', 'delivered'],
  cancelled: [],
};

/** Places an order as its customer would and takes it to its status. */
function makeOrder(ctx: Ctx, [days, time, who, by, goods, status, paidAfter]: Purchase): void {
  const placed = toInstant(ctx, { days, time });
  const on = (day: number) => setClock(ctx, placed, day * DAY);
  const [customerName, customerEmail, customerPhone, shippingAddress] = VISITORS[who];
  const items = lookUp(ctx, goods)
    .filter(({ quantity, inStock }) => quantity <= inStock)
    .map(({ id, quantity }) => ({ productId: id, quantity }));
  if (items.length === 0) return;
  const visitor = setClock(ctx, placed, 0, { kind: 'visitor' });
  const order = placeOrder(visitor, {
    customerName,
    customerEmail,
    customerPhone,
    shippingAddress,
    paymentMethod: by,
    items,
    orderNotes: who === 'lodge' ? 'Please ring at the ski shop next door.' : null,
  });
  const orderNumber = Number(order.orderNumber.replace(/\D/g, ''));
  const steps = REACHED[status].map((step): [number, () => void] => [
    STEPS[step],
    () => void setOrderStatus(on(STEPS[step]), { orderNumber, status: step, reason: null, confirm: true }),
  ]);
  if (paidAfter !== undefined) {
    const paid = { method: by, date: businessDay(on(paidAfter).now()) };
    steps.push([paidAfter, () => void setOrderPayment(on(paidAfter), { orderNumber, paid, sendReceipt: false })]);
  }
  if (status === 'cancelled') setOrderStatus(on(0.25), { orderNumber, status, reason: 'Ordered twice by mistake.', confirm: true });
  for (const [, step] of steps.sort(([a], [b]) => a - b)) step();
}

/** Stocks the store and places nine months of orders. */
export function makeOrders(ctx: Ctx): void {
  stockStore(ctx);
  for (const purchase of PURCHASES) makeOrder(ctx, purchase);
}
