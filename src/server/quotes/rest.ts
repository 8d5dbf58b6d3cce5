import type { RestRow } from '../rest';

export const quotesRest: RestRow[] = [
  ['POST', '/contact', 'quotes.submit', { status: 201 }],
  ['GET', '/contact', 'quotes.list', { cursorHeader: true }],
  ['DELETE', '/contact/all', 'quotes.deleteAll'],
  ['PATCH', '/contact/{id}/status', 'quotes.setStatus'],
];
