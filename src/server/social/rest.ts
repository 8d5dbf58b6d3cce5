import type { RestRow } from '../rest-row';

export const socialRest: RestRow[] = [
  ['GET', '/facebook/test', 'social.testFacebook'],
  ['POST', '/facebook/post', 'social.postNow', { headers: { 'Idempotency-Key': 'idempotencyKey' } }],
  ['POST', '/facebook/auto-post', 'social.autoPost'],
];
