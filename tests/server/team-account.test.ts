import { test as base, describe, expect } from 'vitest';
import { activity, loginAttempts, sessions, teamMemberLogs } from '../../db/schema';
import type { RequestCtx } from '../../src/server/context';
import { createCaller } from '../../src/server/router';
import { times } from '../support/length';
import { openShop, type Shop } from '../support/shop';
import { logInMember, MEMBER, PASSWORD } from '../support/team';

const REFUSED = 'Invalid credentials. Please try again.';
const WRONG: { employeeId: string; password: string } = { employeeId: MEMBER.employeeId, password: 'wrong one' };
const HOUR = 60;

async function openWithMember(more: { password?: string } = { password: PASSWORD }) {
  const shop = openShop();
  const { temporaryPassword = '' } = await shop.admin.team.create({ ...MEMBER, ...more });
  return { shop, temporary: { employeeId: MEMBER.employeeId, password: temporaryPassword } };
}
const test = base.extend('shop', async () => (await openWithMember()).shop);

const refusalOf = (shop: Shop, input = WRONG, more: Partial<RequestCtx> = {}): Promise<string> =>
  logInMember(shop, input, more).then(
    () => 'let in',
    (error: Error) => error.message,
  );
/** Returns the calls of a member who is signed in with this token. */
const signedIn = (shop: Shop, sessionToken: string, id = 1) =>
  createCaller({ ...shop.contextOf({ kind: 'member', id, name: 'Dee Marsh' }), sessionToken });
const isAlive = async (shop: Shop, token: string) =>
  (await shop.request('GET', '/trpc/team.me', { headers: { cookie: `tidyline-member=${token}` } })).status === 200;
const logOf = (shop: Shop) => shop.rows(teamMemberLogs).map(({ teamMemberId, action }) => [teamMemberId, action]);

describe('a member signs in', () => {
  test('with employee ID in any case and password, and the time is stored', async ({ shop }) => {
    const { answer, token } = await logInMember(shop, { employeeId: ' e-7 ', password: PASSWORD });
    expect(answer).toEqual({ teamMember: { id: 1, name: 'Dee Marsh', role: 'cleaner' } });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(shop.db.$client.serialize().includes(token)).toBe(false);
    expect(await shop.admin.team.get({ id: 1 })).toMatchObject({ lastLogin: '2026-11-20T20:00:00.000Z' });
    expect(logOf(shop)).toEqual([[1, 'login']]);
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'session.opened', actorKind: 'member', actorId: 1 });
  });

  test('for 12 hours regardless of activity', async ({ shop }) => {
    const { token } = await logInMember(shop);
    shop.clock.advance(12 * HOUR - 1);
    expect(await isAlive(shop, token)).toBe(true);
    shop.clock.advance(1);
    expect(await isAlive(shop, token)).toBe(false);
  });

  test('on two phones at once', async ({ shop }) => {
    const [first, second] = [await logInMember(shop), await logInMember(shop)];
    for (const { token } of [first, second]) expect(await isAlive(shop, token)).toBe(true);
  });

  test.each([
    ['a wrong password', async () => undefined, WRONG],
    ['an unknown employee ID', async () => undefined, { employeeId: 'E-9', password: PASSWORD }],
    [
      'the right password of one who left',
      async (shop: Shop) => void (await shop.admin.team.deactivate({ id: 1 })),
      { employeeId: 'E-7', password: PASSWORD },
    ],
  ])('is rejected in the same words for %s', async (_what, before, input) => {
    const { shop } = await openWithMember();
    await before(shop);
    await expect(logInMember(shop, input)).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: REFUSED });
    expect(shop.rows(sessions)).toEqual([]);
    expect(shop.rows(loginAttempts)).toMatchObject([{ failures: 1 }]);
    expect(logOf(shop)).toEqual([]);
  });

  test('with a temporary password within 72 hours and not after', async () => {
    const { shop, temporary } = await openWithMember({});
    shop.clock.advance(72 * HOUR - 1);
    const { token } = await logInMember(shop, temporary);
    expect(await signedIn(shop, token).team.me()).toMatchObject({ mustChangePassword: true });
    shop.clock.advance(1);
    expect(await refusalOf(shop, temporary)).toBe(REFUSED);
  });
});

describe('the lock of the team login', () => {
  const fail = async (shop: Shop, times: number, more: Partial<RequestCtx> = {}) => {
    for (let i = 0; i < times; i++) await refusalOf(shop, WRONG, more);
  };

  test('starts at the tenth failure in a row for 300 seconds, also for the right password', async ({ shop }) => {
    await fail(shop, 9);
    await expect(logInMember(shop, WRONG)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', cause: { retryAfterSeconds: 300 } });
    shop.clock.advance(1);
    const RIGHT = { employeeId: 'e-7', password: PASSWORD };
    expect(await refusalOf(shop, RIGHT)).toBe('Account locked. Try again in 240 seconds.');
    shop.clock.advance(4);
    expect(await refusalOf(shop, RIGHT)).toBe('let in');
  });

  test('counts anew after a success', async ({ shop }) => {
    await fail(shop, 9);
    await logInMember(shop);
    await fail(shop, 9);
    expect(await refusalOf(shop, { employeeId: 'E-7', password: PASSWORD })).toBe('let in');
  });

  test('is for one name from one address', async ({ shop }) => {
    await fail(shop, 10);
    expect(await refusalOf(shop, { ...WRONG, employeeId: 'E-9' })).toBe(REFUSED);
    expect(await refusalOf(shop, { employeeId: 'E-7', password: PASSWORD }, { clientKey: '198.51.100.7' })).toBe('let in');
  });

  test('holds against forty tries at once', async ({ shop }) => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => refusalOf(shop)));
    expect(answers.filter((answer) => answer === REFUSED || answer.startsWith('Too many failed')).length).toBeLessThanOrEqual(10);
    expect(answers.filter((answer) => answer === 'let in')).toEqual([]);
  });

  test('starts for unknown names too', async ({ shop }) => {
    const nobody = { ...WRONG, employeeId: 'E-9' };
    for (let i = 0; i < 9; i++) expect(await refusalOf(shop, nobody)).toBe(REFUSED);
    expect(await refusalOf(shop, nobody)).toBe('Too many failed attempts. Account locked for 5 minutes.');
  });
});

describe('a temporary password', () => {
  test('replaces the old one and ends every session', async ({ shop }) => {
    const { token } = await logInMember(shop);
    const { temporaryPassword } = await shop.admin.team.resetPassword({ id: 1 });
    expect(await isAlive(shop, token)).toBe(false);
    expect(await refusalOf(shop, { employeeId: 'E-7', password: PASSWORD })).toBe(REFUSED);
    expect(await refusalOf(shop, { employeeId: 'E-7', password: temporaryPassword })).toBe('let in');
    expect(await shop.admin.team.get({ id: 1 })).toMatchObject({ mustChangePassword: true });
    expect(shop.rows(activity)).toContainEqual(expect.objectContaining({ verb: 'teamMember.passwordReset', data: '{}' }));
  });

  test('is rejected for an unknown member', async () => {
    await expect(openShop().admin.team.resetPassword({ id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a member chooses a password', () => {
  test('replaces the temporary one for good, ends other sessions and keeps this one', async () => {
    const { shop, temporary } = await openWithMember({});
    const [here, there] = [await logInMember(shop, temporary), await logInMember(shop, temporary)];
    expect(
      await signedIn(shop, here.token).team.setPassword({ currentPassword: temporary.password, newPassword: 'my own words' }),
    ).toBeNull();
    expect([await isAlive(shop, here.token), await isAlive(shop, there.token)]).toEqual([true, false]);
    expect(await signedIn(shop, here.token).team.me()).toMatchObject({ mustChangePassword: false });
    shop.clock.advance(1000 * HOUR);
    expect(await refusalOf(shop, temporary)).toBe(REFUSED);
    expect(await refusalOf(shop, { employeeId: 'E-7', password: 'my own words' })).toBe('let in');
    expect(logOf(shop)).toEqual([
      [1, 'login'],
      [1, 'login'],
      [1, 'password changed'],
      [1, 'login'],
    ]);
  });

  test('needs the current one, and is locked after ten wrong ones', async ({ shop }) => {
    const { token } = await logInMember(shop);
    const set = (currentPassword: string) => signedIn(shop, token).team.setPassword({ currentPassword, newPassword: 'my own words' });
    for (let i = 0; i < 10; i++)
      await expect(set('wrong one')).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'currentPassword', message: 'This is not your current password.' }] },
      });
    await expect(set(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await refusalOf(shop, { employeeId: 'E-7', password: PASSWORD })).toBe('let in');
    shop.clock.advance(5);
    expect(await set(PASSWORD)).toBeNull();
  });
});

describe('a member sees', () => {
  test('its own name, role and employee ID, and never its rate', async ({ shop }) => {
    await shop.admin.team.update({ id: 1, hourlyRate: '22.50', notes: 'Late twice.' });
    expect(await shop.member.team.me()).toEqual({
      id: 1,
      name: 'Dee Marsh',
      role: 'cleaner',
      employeeId: 'E-7',
      mustChangePassword: false,
    });
    await expect(shop.visitor.team.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.admin.team.me()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a member signs out', () => {
  test('ends this session only, which is logged', async ({ shop }) => {
    const [here, there] = [await logInMember(shop), await logInMember(shop)];
    expect(await signedIn(shop, here.token).team.logout()).toBeNull();
    expect([await isAlive(shop, here.token), await isAlive(shop, there.token)]).toEqual([false, true]);
    expect(logOf(shop).at(-1)).toEqual([1, 'logout']);
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'session.closed', entityType: 'teamMember', entityId: '1' });
    await expect(shop.visitor.team.logout()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('without signing the office out', async ({ shop }) => {
    await expect(shop.member.session.logout()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a password that the office sets', () => {
  test('never loses against a login or change by the old password, in many rounds', async ({ shop }) => {
    let password = PASSWORD;
    for (let round = 0; round < times(6, 200); round += 1) {
      const { token } = await logInMember(shop, { employeeId: MEMBER.employeeId, password });
      const next = `password of round ${round}`;
      const change = { currentPassword: password, newPassword: 'by the old one' };
      const other =
        round % 2 === 0 ? logInMember(shop, { employeeId: MEMBER.employeeId, password }) : signedIn(shop, token).team.setPassword(change);
      const [set] = await Promise.allSettled([shop.admin.team.update({ id: 1, password: next }), other]);
      password = set.status === 'fulfilled' ? next : 'by the old one';
      const live = shop.rows(sessions).filter(({ revokedAt }) => revokedAt === null);
      if (set.status === 'fulfilled') expect(live).toEqual([]);
      shop.db.delete(loginAttempts).run();
    }
    expect((await logInMember(shop, { employeeId: MEMBER.employeeId, password })).token).toBeTruthy();
  }, 60_000);

  test('is rejected when another password was set while it was hashed', async ({ shop }) => {
    const [first, second] = await Promise.allSettled([
      shop.admin.team.update({ id: 1, password: 'the first of two' }),
      shop.admin.team.update({ id: 1, password: 'the second of two' }),
    ]);
    const refused = [first, second].filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'CONFLICT', message: 'The password was changed meanwhile. Please try again.' } }]);
  });
});
