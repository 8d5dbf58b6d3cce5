import { beforeEach, describe, expect, test } from 'vitest';
import { activity, timeOff } from '../../db/schema';
import { createCaller } from '../../src/server/router';
import { openShop, type Shop } from '../support/shop';
import { MEMBER, PASSWORD } from '../support/team';

const CHRISTMAS = { startDate: '2026-12-24', endDate: '2026-12-26' };
const issuesOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { cause: { issues: { path: string | string[]; message: string }[] } }) =>
      error.cause.issues.map(({ path, message }) => [String(path), message]),
  );

let shop: Shop;
let sam: Shop['member'];
beforeEach(async () => {
  shop = openShop();
  await shop.admin.team.create({ ...MEMBER, password: PASSWORD });
  await shop.admin.team.create({ ...MEMBER, employeeId: 'E-8', email: 'sam@example.com', firstName: 'Sam', password: PASSWORD });
  sam = shop.callerOf({ kind: 'member', id: 2, name: 'Sam Marsh' });
});

test('changes no time off by a session that ended meanwhile', async () => {
  const { id } = await shop.member.team.requestTimeOff({ ...CHRISTMAS, reason: 'Family' });
  const before = shop.rows(timeOff);
  const ended = (actor: Parameters<Shop['contextOf']>[0]) => createCaller({ ...shop.contextOf(actor), sessionToken: 'x'.repeat(43) }).team;
  const [owner, dee] = [ended({ kind: 'admin', id: 1, name: 'owner' }), ended({ kind: 'member', id: 1, name: 'Dee' })];
  const later = { startDate: '2026-12-28', endDate: '2026-12-29' };
  for (const call of [
    dee.requestTimeOff({ ...later, reason: 'Family' }),
    owner.addTimeOff({ ...later, teamMemberId: 2, reason: 'Family' }),
    owner.decideTimeOff({ id, status: 'approved' }),
    owner.removeTimeOff({ id }),
  ])
    await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(shop.rows(timeOff)).toEqual(before);
});

describe('time off that a member requests', () => {
  test("waits for the office with the member's name", async () => {
    const asked = await shop.member.team.requestTimeOff({ ...CHRISTMAS, reason: 'Family' });
    expect(asked).toEqual({
      id: 1,
      teamMemberId: 1,
      memberName: 'Dee Marsh',
      ...CHRISTMAS,
      reason: 'Family',
      status: 'requested',
      createdAt: '2026-11-20T20:00:00.000Z',
      decidedAt: null,
    });
    expect(await shop.member.team.myTimeOff()).toEqual({ rows: [asked] });
    expect(await sam.team.myTimeOff()).toEqual({ rows: [] });
    expect((await shop.admin.team.listTimeOff({})).rows).toEqual([asked]);
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'timeOff.requested', actorKind: 'member', entityId: '1' });
  });

  test.each([
    [{ startDate: '2026-12-26', endDate: '2026-12-24' }, 'endDate', 'Please choose a last day that is not before the first.'],
    [{ startDate: '2026-12-26', endDate: '2027-12-27' }, 'endDate', 'Please enter at most 366 days at a time.'],
    [{ startDate: '2026-11-19', endDate: '2026-11-21' }, 'startDate', 'Please choose a day from today on.'],
    [{ startDate: 'Monday', endDate: '2026-12-24' }, 'startDate', 'Please enter a day such as 2026-11-20.'],
  ])('%j is rejected at %s', async (days, path, message) => {
    expect(await issuesOf(shop.member.team.requestTimeOff(days))).toEqual([[path, message]]);
    expect(shop.rows(timeOff)).toEqual([]);
  });

  test('may start today and last 366 days', async () => {
    expect(await shop.member.team.requestTimeOff({ startDate: '2026-11-20', endDate: '2027-11-20' })).toMatchObject({ id: 1 });
  });

  test.each([
    ['the same days', CHRISTMAS],
    ['its last day', { startDate: '2026-12-26', endDate: '2026-12-30' }],
    ['its first day', { startDate: '2026-12-20', endDate: '2026-12-24' }],
    ['all around', { startDate: '2026-12-01', endDate: '2026-12-31' }],
  ])('cannot be requested twice: not %s', async (_what, days) => {
    await shop.member.team.requestTimeOff(CHRISTMAS);
    await expect(shop.member.team.requestTimeOff(days)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Time off from 2026-12-24 to 2026-12-26 is already requested and overlaps these days.',
    });
    expect(await sam.team.requestTimeOff(days)).toMatchObject({ teamMemberId: 2 });
    expect(await shop.member.team.requestTimeOff({ startDate: '2027-01-02', endDate: '2027-01-02' })).toMatchObject({ id: 3 });
  });

  test('may be requested again after it was declined', async () => {
    await shop.member.team.requestTimeOff(CHRISTMAS);
    await shop.admin.team.decideTimeOff({ id: 1, status: 'declined' });
    expect(await shop.member.team.requestTimeOff(CHRISTMAS)).toMatchObject({ id: 2, status: 'requested' });
    expect((await shop.member.team.myTimeOff()).rows.map(({ status }) => status)).toEqual(['declined', 'requested']);
  });
});

describe('the office', () => {
  test.each(['approved', 'declined'] as const)('decides a request once: %s', async (status) => {
    await shop.member.team.requestTimeOff(CHRISTMAS);
    shop.clock.advance(5);
    const decided = await shop.admin.team.decideTimeOff({ id: 1, status });
    expect(decided).toMatchObject({ status, decidedAt: '2026-11-20T20:05:00.000Z' });
    shop.clock.advance(5);
    expect(await shop.admin.team.decideTimeOff({ id: 1, status })).toEqual(decided);
    const other = status === 'approved' ? 'declined' : 'approved';
    await expect(shop.admin.team.decideTimeOff({ id: 1, status: other })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Time off that is ${status} cannot become ${other}.`,
    });
    await expect(shop.admin.team.decideTimeOff({ id: 9, status })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('enters approved days for a member, also past ones', async () => {
    expect(await shop.admin.team.addTimeOff({ ...CHRISTMAS, teamMemberId: 2 })).toMatchObject({
      memberName: 'Sam Marsh',
      status: 'approved',
      decidedAt: '2026-11-20T20:00:00.000Z',
    });
    expect(await shop.admin.team.addTimeOff({ startDate: '2026-11-02', endDate: '2026-11-02', teamMemberId: 2 })).toMatchObject({ id: 2 });
    await expect(shop.admin.team.addTimeOff({ ...CHRISTMAS, teamMemberId: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(shop.admin.team.addTimeOff({ ...CHRISTMAS, teamMemberId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await issuesOf(shop.admin.team.addTimeOff({ teamMemberId: 2, startDate: '2026-12-26', endDate: '2026-12-24' }))).toEqual([
      ['endDate', 'Please choose a last day that is not before the first.'],
    ]);
  });

  test('lists coming days of active members, earliest end first, page by page', async () => {
    const days = (startDate: string, endDate = startDate) => ({ startDate, endDate, teamMemberId: 1 });
    await shop.admin.team.addTimeOff(days('2026-11-19'));
    await shop.admin.team.addTimeOff(days('2027-02-01'));
    await shop.admin.team.addTimeOff(days('2026-11-20', '2026-11-21'));
    await shop.admin.team.addTimeOff(days('2026-12-24'));
    await shop.admin.team.addTimeOff({ ...CHRISTMAS, startDate: '2026-12-24', endDate: '2026-12-24', teamMemberId: 2 });
    const seen: number[] = [];
    for (let cursor: number | null = null, pages = 0; pages < 6; pages++) {
      const page: { rows: { id: number }[]; nextCursor: number | null } = await shop.admin.team.listTimeOff({
        status: 'approved',
        limit: 1,
        ...(cursor !== null && { cursor }),
      });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect(seen).toEqual([3, 4, 5, 2]);
    expect((await shop.admin.team.listTimeOff({})).rows).toEqual([]);
    await shop.admin.team.deactivate({ id: 2 });
    expect((await shop.admin.team.listTimeOff({ status: 'approved' })).rows.map(({ id }) => id)).toEqual([3, 4, 2]);
  });

  test('removes any days off', async () => {
    await shop.admin.team.addTimeOff({ ...CHRISTMAS, teamMemberId: 2 });
    expect(await shop.admin.team.removeTimeOff({ id: 1 })).toBeNull();
    expect(shop.rows(timeOff)).toEqual([]);
    await expect(shop.admin.team.removeTimeOff({ id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a member', () => {
  test('removes its own undecided requests and nothing else', async () => {
    await shop.member.team.requestTimeOff(CHRISTMAS);
    await expect(sam.team.removeTimeOff({ id: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(shop.visitor.team.removeTimeOff({ id: 1 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await shop.member.team.removeTimeOff({ id: 1 })).toBeNull();
    await shop.member.team.requestTimeOff(CHRISTMAS);
    await shop.admin.team.decideTimeOff({ id: 2, status: 'approved' });
    await expect(shop.member.team.removeTimeOff({ id: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This time off is already approved. Please ask the office.',
    });
  });
});
