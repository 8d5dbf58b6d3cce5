import type { RestRow } from '../rest';

export const dispatchRest: RestRow[] = [
  ['GET', '/clients', 'dispatch.listClients', { rows: true }],
  ['POST', '/clients', 'dispatch.createClient', { status: 201 }],
  ['GET', '/work-orders', 'dispatch.listWorkOrders', { rows: true }],
  ['POST', '/work-orders', 'dispatch.createWorkOrder', { status: 201 }],
  ['PATCH', '/work-orders/{id}/status', 'dispatch.setWorkOrderStatus'],
  ['POST', '/job-components', 'dispatch.createJobComponent', { status: 201 }],
  ['PATCH', '/job-components/{id}', 'dispatch.setJobComponent'],
];
