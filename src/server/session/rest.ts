import type { RestRow } from '../rest-row';

export const sessionRest: RestRow[] = [
  ['POST', '/admin/login', 'session.login'],
  ['POST', '/admin/logout', 'session.logout', { status: 204 }],
];
