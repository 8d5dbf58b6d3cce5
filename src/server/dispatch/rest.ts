import type { RestRow } from '../rest-row';

export const dispatchRest: RestRow[] = [
  ['GET', '/work-orders', 'dispatch.listWorkOrders', { rows: true }],
  ['POST', '/work-orders', 'dispatch.createWorkOrder', { status: 201 }],
  ['PATCH', '/work-orders/{id}/status', 'dispatch.setWorkOrderStatus'],
  ['POST', '/job-components', 'dispatch.createJobComponent', { status: 201 }],
  ['PATCH', '/job-components/{id}', 'dispatch.setJobComponent'],
  ['GET', '/work-order-assignments', 'dispatch.listAssignments', { rows: true }],
  ['POST', '/work-order-assignments', 'dispatch.assign', { status: 201 }],
  ['PATCH', '/work-order-assignments/{id}/status', 'dispatch.setAssignmentStatus'],
  ['PATCH', '/work-order-assignments/{id}/dispatch', 'dispatch.dispatchAssignment'],
];
