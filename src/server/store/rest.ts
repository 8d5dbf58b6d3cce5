import type { RestRow } from '../rest-row';

export const storeRest: RestRow[] = [
  ['GET', '/products', 'store.listProducts', { rows: true }],
  ['POST', '/orders', 'store.placeOrder', { status: 201, headers: { 'Idempotency-Key': 'idempotencyKey' } }],
  ['GET', '/orders/{id}', 'store.getOrder'],
];
