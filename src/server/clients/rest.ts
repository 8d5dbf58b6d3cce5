import type { RestRow } from '../rest-row';

export const clientsRest: RestRow[] = [
  ['GET', '/clients', 'clients.listAll', { rows: true }],
  ['POST', '/clients', 'clients.create', { status: 201 }],
];
