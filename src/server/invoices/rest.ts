import type { RestRow } from '../rest-row';

const KEYED = { status: 201, headers: { 'Idempotency-Key': 'idempotencyKey' } } as const;

export const invoicesRest: RestRow[] = [
  ['GET', '/invoices', 'invoices.listAll', { rows: true }],
  ['POST', '/invoices', 'invoices.create', KEYED],
  ['PATCH', '/invoices/{id}', 'invoices.update'],
  ['DELETE', '/invoices/{id}', 'invoices.delete'],
  ['POST', '/email-invoice', 'invoices.email', { status: 202 }],
  ['GET', '/receipts', 'invoices.listAllReceipts', { rows: true }],
  ['POST', '/receipts', 'invoices.createReceipt', KEYED],
  ['DELETE', '/receipts/{id}', 'invoices.deleteReceipt'],
  ['POST', '/email-receipt', 'invoices.emailReceipt', { status: 202 }],
];
