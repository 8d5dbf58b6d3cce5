// Separate from the schemas so that public pages can import it without zod.

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

/** The payment methods of orders, invoices and receipts; each screen offers its own part of them. */
export const PAYMENT_METHODS = ['interac', 'e-transfer', 'direct-deposit', 'cash', 'cheque', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const CHECKOUT_METHODS = ['interac', 'direct-deposit', 'cash', 'cheque'] as const;
export type CheckoutMethod = (typeof CHECKOUT_METHODS)[number];
export const METHOD_NAMES: Record<PaymentMethod, string> = {
  interac: 'Interac e-Transfer',
  'e-transfer': 'Interac e-Transfer',
  'direct-deposit': 'Direct Deposit',
  cash: 'Cash on Delivery',
  cheque: 'Cheque',
  card: 'Card',
};

export const isAwaitingTransfer = (order: { paymentMethod: PaymentMethod; paidDate: string | null; status: OrderStatus }): boolean =>
  (order.paymentMethod === 'interac' || order.paymentMethod === 'e-transfer') && order.paidDate === null && order.status !== 'cancelled';

/** Returns the status of a new order: cash on delivery starts as pending, every other method as processing. */
export const getInitialStatus = (method: PaymentMethod): OrderStatus => (method === 'cash' ? 'pending' : 'processing');

export const STORE_CATEGORIES = ['all', 'detergents', 'equipment', 'tools', 'supplies', 'chemicals', 'protective'] as const;
export const MARKETPLACE_CATEGORIES = ['Detergents', 'Equipment', 'Supplies', 'Laundry Care', 'Tools'] as const;
export const PRODUCT_SORTS = ['name', 'price-low', 'price-high', 'rating'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** The rating shown for a product without ratings, labelled as a sample. */
export const SAMPLE_RATING = { rating: 4.5, reviews: 12 } as const;

export const MAX_QUANTITY = 1000;
export const MAX_LINES = 100;
/** Lines of a cart that is stored for a reminder. */
export const MAX_SAVED_LINES = 50;
