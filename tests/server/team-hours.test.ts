import { beforeEach, describe, expect, test } from 'vitest';
import { activity, memberHours } from '../../db/schema';
import { createCaller } from '../../src/server/router';
import { openShop, type Shop } from '../support/shop';
import { MEMBER } from '../support/team';

const MORNING = { weekday: 1, opens: '08:00', closes: '12:00' };
const EVENING = { weekday: 1, opens: '17:00', closes: '21:00' };
const SUNDAY = { weekday: 0, opens: '09:00', closes: '13:00' };

let shop: Shop;
beforeEach(async () => {
  shop = openShop();
  await shop.admin.team.create(MEMBER);
});
const set = (...hours: (typeof MORNING)[]) => shop.admin.team.setHours({ memberId: 1, hours });

describe('the hours of a member', () => {
  test('are empty until they are set, and then in the order of the week', async () => {
    expect(await shop.admin.team.getHours({ memberId: 1 })).toEqual({ hours: [] });
    const sorted = { hours: [SUNDAY, MORNING, EVENING] };
    expect(await set(EVENING, MORNING, SUNDAY)).toEqual(sorted);
    expect(await shop.admin.team.getHours({ memberId: 1 })).toEqual(sorted);
    expect(shop.rows(activity).at(-1)).toMatchObject({
      verb: 'teamMember.hoursChanged',
      entityType: 'teamMember',
      entityId: '1',
      data: '{"spans":3}',
    });
  });

  test('replace the earlier ones, of this member alone, and an empty list clears them', async () => {
    await shop.admin.team.create({ ...MEMBER, employeeId: 'E-8', email: 'sam@example.com' });
    await shop.admin.team.setHours({ memberId: 2, hours: [SUNDAY] });
    await set(MORNING, EVENING);
    expect(await set(EVENING)).toEqual({ hours: [EVENING] });
    expect(await set()).toEqual({ hours: [] });
    expect(await shop.admin.team.getHours({ memberId: 2 })).toEqual({ hours: [SUNDAY] });
  });

  test('may follow each other without a break', async () => {
    const hours = [MORNING, { ...MORNING, opens: '12:00', closes: '16:00' }];
    expect(await set(...hours)).toEqual({ hours });
  });

  test.each([
    ['a weekday after Saturday', [{ ...MORNING, weekday: 7 }], 'hours.0.weekday', 'Please choose a weekday from 0 (Sunday) to 6.'],
    ['a weekday before Sunday', [{ ...MORNING, weekday: -1 }], 'hours.0.weekday', 'Please choose a weekday from 0 (Sunday) to 6.'],
    ['a time without minutes', [{ ...MORNING, opens: '8' }], 'hours.0.opens', 'Please enter a time such as 08:00.'],
    ['midnight at the end of the day', [{ ...MORNING, closes: '24:00' }], 'hours.0.closes', 'Please enter a time such as 08:00.'],
    ['an end at the start', [{ ...MORNING, closes: '08:00' }], 'hours.0.closes', 'Please choose an end after the start.'],
    ['an overlap', [MORNING, { ...MORNING, opens: '11:59' }], 'hours.1.opens', 'These hours overlap others of the same day.'],
    ['the same hours twice', [MORNING, MORNING], 'hours.1.opens', 'These hours overlap others of the same day.'],
    [
      'a third time of a day',
      [MORNING, EVENING, { ...MORNING, opens: '13:00', closes: '14:00' }],
      'hours.2.opens',
      'Please give at most 2 times a day.',
    ],
  ])('reject %s', async (_what, hours, path, message) => {
    const error = await set(...hours).catch((refusal: { cause: { issues: { path: string[]; message: string }[] } }) => refusal);
    const [issue] = 'cause' in error ? error.cause.issues : [];
    expect([issue?.path.join('.'), issue?.message]).toEqual([path, message]);
    expect(shop.rows(memberHours)).toEqual([]);
  });

  test('of an unknown member are NOT_FOUND', async () => {
    const unknown = { code: 'NOT_FOUND', message: 'This team member does not exist.' };
    await expect(shop.admin.team.getHours({ memberId: 9 })).rejects.toMatchObject(unknown);
    await expect(shop.admin.team.setHours({ memberId: 9, hours: [MORNING] })).rejects.toMatchObject(unknown);
  });

  test('are not changed by a session that ended meanwhile, nor by a member', async () => {
    await set(MORNING);
    const ended = createCaller({ ...shop.contextOf({ kind: 'admin', id: 1, name: 'owner' }), sessionToken: 'x'.repeat(43) });
    await expect(ended.team.setHours({ memberId: 1, hours: [] })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.member.team.setHours({ memberId: 1, hours: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await shop.admin.team.getHours({ memberId: 1 })).toEqual({ hours: [MORNING] });
  });
});
