import type { RestRow } from '../rest-row';

export const fieldRest: RestRow[] = [
  ['GET', '/work-orders/assigned/{id}', 'field.listAssigned', { rows: true }],
  ['PATCH', '/work-orders/{id}/dispatch', 'field.respond'],
  ['PATCH', '/work-orders/{id}/team-status', 'field.setStatus'],
];
