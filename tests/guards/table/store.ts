import { type Guard, of } from '../guard';

/** Orders and stock. */
export const STORE: Guard[] = [
  ...of('inventory/service.ts', [
    [
      'an order takes no more than there is',
      "        sql`${products.stockQuantity} >= -${given('quantity')}`,\n",
      '',
      'server/checkout server/stock',
    ],
    [
      'what is no longer sold is not sold, whatever was read before',
      "        sql`(${products.isActive} or ${given('kind')} <> 'sale')`,\n",
      '',
      'server/stock',
    ],
  ]),
  ...of('inventory/products.ts', [
    [
      'a stock that changed meanwhile is not set',
      'if (stockWas !== undefined && stockWas !== row.stockQuantity)',
      'if (false)',
      'server/inventory-products',
    ],
  ]),
  ...of('store/checkout.ts', [
    ['an order sent again under its key is the first one', '    if (earlierOrder) return earlierOrder;\n', '', 'server/checkout-retries'],
    ['a key is not used for another order', 'if (row.requestHash !== requestHash)', 'if (false)', 'server/checkout-retries http/orders'],
    [
      'an order at a price that has changed is refused',
      'if (price != null && product && price !== product.priceCents)',
      'if (false)',
      'server/checkout',
    ],
    [
      'an order is there whole or not at all',
      'return inTransaction(ctx.db, () => {',
      'return ((_db: unknown, work: () => Order) => work())(ctx.db, () => {',
      'server/checkout',
    ],
  ]),
  ...of('store/orders.ts', [
    ['an order moves along its states only', 'if (!ORDER_TRANSITIONS[row.status].includes(status))', 'if (false)', 'server/orders'],
    [
      'the same status again puts nothing back into stock',
      '    if (row.status === status) return readStaffOrder(ctx, row, items);\n',
      '',
      'server/orders',
    ],
    [
      'an order that was cancelled unpaid is not marked as paid',
      "if (paid && row.status === 'cancelled' && row.paidDate === null)",
      'if (false)',
      'server/orders',
    ],
  ]),
  ...of('store/saved-carts.ts', [
    ['a cart belongs to the order it became first', ', setWhere: isNull(savedCarts.orderId)', '', 'server/saved-carts'],
  ]),
];
