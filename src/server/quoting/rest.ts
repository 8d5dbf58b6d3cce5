import type { RestRow } from '../rest-row';

export const quotingRest: RestRow[] = [
  ['GET', '/quotes/{token}', 'quoting.getByToken'],
  ['POST', '/quotes/{token}/approve', 'quoting.approve'],
  ['POST', '/quotes/{token}/decline', 'quoting.decline'],
];
