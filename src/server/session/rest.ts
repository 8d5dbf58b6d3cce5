import type { RestRow } from '../rest';

export const sessionRest: RestRow[] = [
  ['POST', '/admin/login', 'session.login'],
  ['POST', '/admin/logout', 'session.logout', { status: 204 }],
];
