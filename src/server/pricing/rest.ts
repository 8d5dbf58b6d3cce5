import type { RestRow } from '../rest-row';

export const pricingRest: RestRow[] = [['POST', '/estimates', 'pricing.estimate']];
