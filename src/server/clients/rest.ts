import type { RestRow } from '../rest';

export const clientsRest: RestRow[] = [
  ['GET', '/clients', 'clients.list', { rows: true }],
  ['POST', '/clients', 'clients.create', { status: 201 }],
];
