// Here and not beside the schemas, so that the public pages have them without zod's weight.

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Which status may follow which (public-site.md §4); what has left the house cannot be cancelled. */
export const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

/** One code table behind the four lists of payment methods (decisions X10). */
export const PAYMENT_METHODS = ['interac', 'e-transfer', 'direct-deposit', 'cash', 'cheque', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** What the checkout offers (public-site.md §2), with what it calls them. */
export const CHECKOUT_METHODS = ['interac', 'direct-deposit', 'cash', 'cheque'] as const;
export type CheckoutMethod = (typeof CHECKOUT_METHODS)[number];
export const METHOD_NAMES: Record<PaymentMethod, string> = {
  interac: 'Interac e-Transfer',
  'e-transfer': 'E-transfer',
  'direct-deposit': 'Direct Deposit',
  cash: 'Cash on Delivery',
  cheque: 'Cheque',
  card: 'Card',
};

/** Whether an order waits for an e-Transfer that has not come. */
export const isAwaitingTransfer = (order: { paymentMethod: PaymentMethod; paidDate: string | null; status: OrderStatus }): boolean =>
  (order.paymentMethod === 'interac' || order.paymentMethod === 'e-transfer') && order.paidDate === null && order.status !== 'cancelled';

/** The status an order begins with (public-site.md §4). */
export const getInitialStatus = (method: PaymentMethod): OrderStatus => (method === 'cash' ? 'pending' : 'processing');

/** The filters of the supply store (public-site.md §9), and those of the marketplace. */
export const STORE_CATEGORIES = ['all', 'detergents', 'equipment', 'tools', 'supplies', 'chemicals', 'protective'] as const;
export const MARKETPLACE_CATEGORIES = ['Detergents', 'Equipment', 'Supplies', 'Laundry Care', 'Tools'] as const;
export const PRODUCT_SORTS = ['name', 'price-low', 'price-high', 'rating'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** What a product without a rating of its own shows (decisions X19); a made-up figure, so it says that it is a sample. */
export const SAMPLE_RATING = { rating: 4.5, reviews: 12 } as const;

/** How many of one product an order may hold, and how many lines. */
export const MAX_QUANTITY = 1000;
export const MAX_LINES = 100;
