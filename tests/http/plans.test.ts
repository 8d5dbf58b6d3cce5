import { expect, test } from 'vitest';
import type { Plan, PlanEffect } from '../../src/shared/plans-schemas';
import { bodyOf, refusalOf } from '../support/http';
import { openWithClient, WEEKLY } from '../support/plans';

test('serves plans over REST', async () => {
  const shop = await openWithClient();
  const { token } = await shop.logIn();
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    shop.request(method, `/api/plans${path}`, { token, ...(body && { body }) });
  const made = await bodyOf<Plan>(await call('POST', '', { ...WEEKLY, colour: 'green' }), 201);
  expect(made).toMatchObject({ id: 1, words: 'Every Tuesday at 10:00 a.m.' });
  expect(made.visits).toHaveLength(6);
  await bodyOf(await call('POST', '', WEEKLY), 201);
  const list = await call('GET', '?limit=1');
  expect(list.headers.get('x-next-cursor')).toBe('2');
  expect(await bodyOf<Plan[]>(list, 200)).toMatchObject([{ id: 2 }]);
  const effect = await bodyOf<PlanEffect>(await call('PATCH', '/1', { scope: 'all', change: { price: '99.00' } }), 200);
  expect(effect).toMatchObject({ plan: { id: 1, price: '99.00' }, created: [], changed: [1, 2, 3, 4, 5, 6], removed: [], kept: [] });
  expect(await bodyOf<Plan>(await call('POST', '/1/skip', { date: '2026-12-01' }), 200)).toMatchObject({ id: 1 });
  await refusalOf(await call('POST', '/1/skip', { date: '2026-12-02' }), 404);
  await refusalOf(await call('POST', '/1/skip', {}), 400);
  expect(await bodyOf<Plan>(await call('POST', '/1/pause', {}), 200)).toMatchObject({ status: 'paused' });
  expect(await bodyOf<Plan>(await call('POST', '/1/resume', {}), 200)).toMatchObject({ status: 'active' });
  expect(await bodyOf<Plan>(await call('POST', '/1/end', { on: '2026-11-20' }), 200)).toMatchObject({ status: 'ended' });
  await refusalOf(await call('PATCH', '/1', { scope: 'all', change: { price: '98.00' } }), 409);
  await refusalOf(await shop.request('GET', '/api/plans'), 401);
});
