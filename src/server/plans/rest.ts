import type { RestRow } from '../rest-row';

export const plansRest: RestRow[] = [
  ['GET', '/plans', 'plans.list', { rows: true }],
  ['POST', '/plans', 'plans.create', { status: 201 }],
];
