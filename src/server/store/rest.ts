import type { RestRow } from '../rest';

export const storeRest: RestRow[] = [['GET', '/products', 'store.listProducts', { rows: true }]];
