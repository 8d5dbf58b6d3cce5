import type { RestRow } from '../rest-row';

export const plansRest: RestRow[] = [
  ['GET', '/plans', 'plans.list', { rows: true }],
  ['POST', '/plans', 'plans.create', { status: 201 }],
  ['PATCH', '/plans/{id}', 'plans.edit'],
  ['POST', '/plans/{id}/skip', 'plans.skip'],
  ['POST', '/plans/{id}/pause', 'plans.pause'],
  ['POST', '/plans/{id}/resume', 'plans.resume'],
  ['POST', '/plans/{id}/end', 'plans.end'],
];
