import { test as base, describe, expect } from 'vitest';
import { jobComponents } from '../../db/schema';
import { openField, phoneOf, takeJob } from '../support/field';

const test = base.extend('shop', () => openField()).extend('dispatch', ({ shop }) => shop.admin.dispatch);

const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const step = (status: 'onsite' | 'complete' | 'incomplete', timestamp?: string) => ({ id: 1, teamMemberId: 1, status, timestamp });

describe('the minutes of a job', () => {
  const LATE = '2026-11-18T18:00:00.000Z';
  test.for([
    ['unknown when both steps were sent days later', LATE, 'complete', '2026-11-18T20:00:00.000Z', {}],
    ['unknown when the start was sent days later', LATE, 'complete', undefined, {}],
    ['unknown when the end was sent days later', at('19:00'), 'complete', '2026-11-18T20:00:00.000Z', {}],
    ['unknown when an unfinished visit ends before it starts', at('19:30'), 'incomplete', at('19:00'), {}],
    [
      'unknown when a visit ends before it starts',
      at('19:30'),
      'complete',
      at('19:00'),
      { processedDate: at('19:30'), completedDate: at('19:30') },
    ],
    ['at least one', at('19:30'), 'complete', at('19:30'), { completedDate: at('19:30'), actualDuration: 1 }],
  ] as const)('are %s', async ([_what, start, status, end, expected], { shop, dispatch }) => {
    const dee = await takeJob(shop, 'enroute');
    await dee.field.setStatus(step('onsite', start));
    await dee.field.setStatus(step(status, end));
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ status, actualDuration: null, ...expected });
  });
  test('of several visits are added up', async ({ shop, dispatch }) => {
    const dee = await takeJob(shop, 'enroute');
    await dee.field.setStatus(step('onsite', at('17:00')));
    await dee.field.setStatus(step('incomplete', at('19:00')));
    await dispatch.setWorkOrderStatus({ id: 1, status: 'scheduled' });
    await takeJob(shop, 'enroute');
    shop.clock.advance(60);
    await dee.field.setStatus(step('onsite', at('20:00')));
    await dee.field.setStatus(step('complete', at('21:00')));
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ processedDate: at('20:00'), actualDuration: 180 });
  });
  test('are unknown when those of an earlier visit are', async ({ shop, dispatch }) => {
    const dee = await takeJob(shop, 'enroute');
    await dee.field.setStatus(step('onsite', '2026-11-18T18:00:00.000Z'));
    await dee.field.setStatus(step('incomplete'));
    await dispatch.setWorkOrderStatus({ id: 1, status: 'scheduled' });
    await takeJob(shop, 'onsite');
    shop.clock.advance(60);
    await dee.field.setStatus(step('complete'));
    expect((await dispatch.getWorkOrder({ id: 1 })).actualDuration).toBeNull();
  });
});

describe('two changes of one component', () => {
  const NOON = at('19:00');
  test.for([
    ['a tick made before it was taken back', { isCompleted: true, completedAt: at('18:00') }, { isCompleted: false, at: NOON }, false],
    ['a tick taken back before it was made again', { isCompleted: false, at: at('18:00') }, { isCompleted: true, completedAt: NOON }, true],
    ['a tick of days ago', { isCompleted: true, completedAt: '2026-11-17T18:00:00.000Z' }, { isCompleted: false, at: NOON }, false],
  ] as const)(
    'are ordered by their own times: %s is ignored when it arrives last',
    async ([_which, older, newer, stays], { shop, dispatch }) => {
      await takeJob(shop, 'onsite');
      const dee = phoneOf(shop, 1);
      if (!newer.isCompleted) await dispatch.setJobComponent({ id: 1, isCompleted: true, completedAt: at('17:00') });
      await dee.field.tickComponent({ id: 1, ...newer });
      await dee.field.tickComponent({ id: 1, ...older });
      expect(shop.db.select().from(jobComponents).get()).toMatchObject({ isCompleted: stays });
      await dispatch.setJobComponent({ id: 1, isCompleted: !stays });
      expect(shop.db.select().from(jobComponents).get()).toMatchObject({ isCompleted: !stays });
    },
  );
});
