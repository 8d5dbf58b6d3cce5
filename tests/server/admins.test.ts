import { eq, isNull } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { activity, loginAttempts, sessions, trustedDevices, users } from '../../db/schema';
import { createCaller } from '../../src/server/router';
import { findSession } from '../../src/server/session/tokens';
import { LOCK_AFTER_FAILURES } from '../../src/shared/session';
import { times } from '../support/length';
import { logIn, openOffice, refusalOf, type Shop, WRONG } from '../support/login';
import { insertRow } from '../support/rows';
import { ADMIN, openShop } from '../support/shop';

const test = base.extend('shop', () => openOffice());

const KIM = { username: 'Kim', password: 'kims own password' };
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code, message }: { code: string; message: string }) => [code, message],
  );
const verbsOf = (shop: Shop, id: number) =>
  shop.db
    .select()
    .from(activity)
    .where(eq(activity.entityType, 'user'))
    .all()
    .filter(({ entityId }) => entityId === String(id))
    .map(({ verb, actorKind, actorId }) => [verb, actorKind, actorId]);
/** Returns whose browsers are trusted. */
const devices = (shop: Shop) =>
  shop.db
    .select()
    .from(trustedDevices)
    .all()
    .map(({ kind, subjectId }) => `${kind} ${subjectId}`)
    .sort();
const isIn = (shop: Shop, token: string) => findSession(shop.db, 'admin', token, shop.clock.now()) !== undefined;

/** Locks a name by wrong passwords from one address. */
async function lockOut(shop: Shop, username: string, clientKey = '203.0.113.9'): Promise<void> {
  for (let failure = 0; failure < LOCK_AFTER_FAILURES; failure += 1) await refusalOf(shop, { ...WRONG, username }, { clientKey });
}

describe('the admins', () => {
  test('are listed with their last login and lock, and never with a hash', async ({ shop }) => {
    await shop.admin.admins.add(KIM);
    shop.clock.advance(5);
    await logIn(shop);
    await lockOut(shop, 'KIM');
    const { rows } = await shop.admin.admins.list();
    expect(rows).toEqual([
      { id: 2, username: 'Kim', createdAt: '2026-11-20T20:00:00.000Z', lastSessionAt: null, isLocked: true, isYou: false },
      {
        id: 1,
        username: 'owner',
        createdAt: '2026-11-20T20:00:00.000Z',
        lastSessionAt: '2026-11-20T20:05:00.000Z',
        isLocked: false,
        isYou: true,
      },
    ]);
    shop.clock.advance(5);
    expect((await shop.admin.admins.list()).rows[0]?.isLocked).toBe(false);
  });

  test('keep the time of their last session after the session was deleted', async ({ shop }) => {
    await logIn(shop);
    shop.db.delete(sessions).run();
    expect((await shop.admin.admins.list()).rows[0]?.lastSessionAt).toBe('2026-11-20T20:00:00.000Z');
  });
});

describe('a new admin', () => {
  test('signs in with the typed password, which is never returned', async ({ shop }) => {
    expect(await shop.admin.admins.add({ ...KIM, username: '  Kim ' })).toEqual({ id: 2, username: 'Kim', madePassword: null });
    expect((await logIn(shop, KIM)).token).toMatch(/^[\w-]{43}$/);
    expect(verbsOf(shop, 2)).toEqual([
      ['user.added', 'admin', 1],
      ['session.opened', 'admin', 2],
    ]);
  });

  test.for([{}, { password: '' }, { password: null }])(
    'with %j gets a generated password that is returned once',
    async (given, { shop }) => {
      const { madePassword } = await shop.admin.admins.add({ username: 'Kim', ...given });
      expect(madePassword).toMatch(/^[\w-]{16}$/);
      expect(shop.db.$client.serialize().includes(madePassword ?? 'x')).toBe(false);
      expect((await logIn(shop, { username: 'Kim', password: madePassword ?? '' })).token).toBeTruthy();
    },
  );

  test('is rejected when the name is taken in any case, also when two are added at once', async ({ shop }) => {
    expect(await refused(shop.admin.admins.add({ username: 'OWNER' }))).toEqual(['CONFLICT', 'There is an admin OWNER already.']);
    const both = await Promise.allSettled([shop.admin.admins.add(KIM), shop.admin.admins.add({ ...KIM, username: 'kim' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(shop.rows(users)).toHaveLength(2);
  });

  test.for([
    [{ username: ' ' }, 'Username is required'],
    [{ username: 'a\nb' }, 'Please use one line of ordinary text.'],
    [{ username: 'Kim', password: 'short' }, /needs 8 to 256 characters/],
    [{ username: 'Kim', password: '         ' }, /cannot be blank/],
  ] as const)('is rejected as %j', async ([input, message], { shop }) => {
    await expect(shop.admin.admins.add(input)).rejects.toThrow(message);
    expect(shop.rows(users)).toHaveLength(1);
  });

  test('is rejected beyond fifty', async () => {
    const shop = openShop();
    const row = (place: number) => ({ username: `a${place}`, passwordHash: 'x', createdAt: 'now' });
    shop.db
      .insert(users)
      .values(Array.from({ length: 50 }, (_, place) => row(place)))
      .run();
    expect(await refused(shop.admin.admins.add(KIM))).toEqual(['CONFLICT', 'There can be at most 50 admins.']);
  });
});

describe('resetting a password', () => {
  test("ends that admin's sessions only, distrusts its browsers and lifts its locks", async ({ shop }) => {
    await shop.admin.admins.add(KIM);
    const owner = await logIn(shop);
    const kim = await logIn(shop, KIM);
    await lockOut(shop, 'Kim');
    await lockOut(shop, ADMIN.username);
    // A member of the same id has a browser too.
    insertRow(shop.db, 'trusted_devices', { kind: 'member', subject_id: 2 });
    const { madePassword } = await shop.admin.admins.resetPassword({ id: 2 });
    expect([isIn(shop, owner.token), isIn(shop, kim.token)]).toEqual([true, false]);
    expect(await refusalOf(shop, KIM)).toMatch(/^Invalid credentials/);
    expect((await logIn(shop, { username: 'Kim', password: madePassword ?? '' }, { clientKey: '203.0.113.9' })).token).toBeTruthy();
    expect((await shop.admin.admins.list()).rows.map(({ username, isLocked }) => [username, isLocked])).toEqual([
      ['Kim', false],
      ['owner', true],
    ]);
    expect(devices(shop)).toEqual(['admin 1', 'admin 2', 'member 2']);
    expect(verbsOf(shop, 2)).toContainEqual(['user.passwordSet', 'admin', 1]);
  });

  test('of oneself keeps the calling session and those of other admins, and ends the others', async ({ shop }) => {
    await shop.admin.admins.add(KIM);
    const kim = await logIn(shop, KIM);
    const here = await logIn(shop);
    const there = await logIn(shop);
    const caller = createCaller({ ...shop.contextOf({ kind: 'admin', id: 1, name: 'owner' }), sessionToken: here.token });
    for (const currentPassword of [undefined, '', 'not the password'])
      expect((await refused(caller.admins.resetPassword({ id: 1, password: 'another long one', currentPassword })))[0]).toBe('BAD_REQUEST');
    expect(await caller.admins.resetPassword({ id: 1, password: 'another long one', currentPassword: ADMIN.password })).toMatchObject({
      madePassword: null,
    });
    expect([isIn(shop, here.token), isIn(shop, there.token), isIn(shop, kim.token)]).toEqual([true, false, true]);
  });

  test('never loses against a login or change by the old password, in many rounds', async ({ shop }) => {
    await shop.admin.admins.add(KIM);
    const clean = () => shop.db.delete(loginAttempts).run();
    let password = KIM.password;
    for (let round = 0; round < times(6, 200); round += 1) {
      const { token } = await logIn(shop, { username: 'Kim', password });
      const kim = createCaller({ ...shop.contextOf({ kind: 'admin', id: 2, name: 'Kim' }), sessionToken: token });
      const next = `password of round ${round}`;
      const isEven = round % 2 === 0;
      const other = isEven
        ? logIn(shop, { username: 'Kim', password })
        : kim.admins.resetPassword({ id: 2, password: 'by the old one', currentPassword: password });
      const [reset] = await Promise.allSettled([shop.admin.admins.resetPassword({ id: 2, password: next }), other]);
      if (reset.status === 'fulfilled') {
        password = next;
        const live = shop.rows(sessions).filter((row) => row.subjectId === 2 && row.revokedAt === null);
        expect(live).toEqual([]);
      } else password = 'by the old one';
      clean();
    }
  }, 60_000);

  test('changes nothing when the session ends while the password is hashed', async ({ shop }) => {
    await shop.admin.admins.add(KIM);
    const { token } = await logIn(shop);
    const caller = createCaller({ ...shop.contextOf({ kind: 'admin', id: 1, name: 'owner' }), sessionToken: token });
    const calls = [
      caller.admins.resetPassword({ id: 2, password: 'another long one' }),
      caller.admins.add({ username: 'Ann', password: 'another long one' }),
    ];
    shop.db.update(sessions).set({ revokedAt: shop.clock.now().toISOString() }).run();
    for (const ended of await Promise.allSettled(calls))
      expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'UNAUTHORIZED' } });
    expect(shop.rows(users).map(({ username }) => username)).toEqual(['owner', 'Kim']);
    expect(await refusalOf(shop, KIM)).toBe('let in');
  });

  test('is rejected for an unknown admin', async () => {
    expect(await refused((await openOffice()).admin.admins.resetPassword({ id: 9 }))).toEqual(['NOT_FOUND', 'This admin does not exist.']);
  });
});

describe('removing an admin', () => {
  test('ends its sessions, distrusts its browsers and frees its name', async ({ shop }) => {
    await shop.admin.admins.add(KIM);
    const { token, deviceToken } = await logIn(shop, KIM);
    await shop.admin.admins.remove({ id: 2 });
    expect(isIn(shop, token)).toBe(false);
    expect(shop.db.select().from(sessions).where(isNull(sessions.revokedAt)).all()).toEqual([]);
    expect(devices(shop)).toEqual([]);
    expect(await refusalOf(shop, KIM, { deviceToken })).toMatch(/^Invalid credentials/);
    expect(verbsOf(shop, 2).at(-1)).toEqual(['user.removed', 'admin', 1]);
    expect(await shop.admin.admins.add(KIM)).toMatchObject({ id: 3 });
  });

  test('is rejected for oneself, the last admin and unknown ones', async ({ shop }) => {
    expect(await refused(shop.admin.admins.remove({ id: 1 }))).toEqual(['CONFLICT', 'You cannot remove yourself. Another admin can.']);
    const former = shop.callerOf({ kind: 'admin', id: 7, name: 'former' });
    expect(await refused(former.admins.remove({ id: 1 }))).toEqual(['CONFLICT', 'This is the last admin. Please add another one first.']);
    expect(await refused(shop.admin.admins.remove({ id: 9 }))).toEqual(['NOT_FOUND', 'This admin does not exist.']);
    expect(shop.rows(users)).toHaveLength(1);
  });
});

describe('releasing a lock', () => {
  test('lets that admin in at once, from new places and from the known browser, and no other admin', async ({ shop }) => {
    await shop.admin.admins.add(KIM);
    const { deviceToken } = await logIn(shop, KIM);
    await lockOut(shop, 'Kim');
    for (let failure = 0; failure < LOCK_AFTER_FAILURES; failure += 1)
      await refusalOf(shop, { ...WRONG, username: 'Kim' }, { deviceToken });
    await lockOut(shop, ADMIN.username);
    expect(await refusalOf(shop, KIM, { deviceToken })).toMatch(/^Account locked/);
    expect(await shop.admin.admins.releaseLocks({ id: 2 })).toEqual({ released: 2 });
    expect((await logIn(shop, KIM, { deviceToken })).token).toBeTruthy();
    expect((await logIn(shop, KIM, { clientKey: '203.0.113.9' })).token).toBeTruthy();
    expect(await refusalOf(shop, ADMIN, { clientKey: '203.0.113.9' })).toMatch(/^Account locked/);
    expect(await shop.admin.admins.releaseLocks({ id: 2 })).toEqual({ released: 0 });
    expect(verbsOf(shop, 2).filter(([verb]) => verb === 'session.unlocked')).toHaveLength(1);
    expect(shop.rows(loginAttempts)).toHaveLength(1);
  });
});

test('rejects the removal of an admin and of its locks by a session that has ended', async ({ shop }) => {
  await shop.admin.admins.add(KIM);
  await lockOut(shop, 'Kim');
  const { token } = await logIn(shop);
  shop.db.update(sessions).set({ revokedAt: shop.clock.now().toISOString() }).run();
  const former = createCaller({ ...shop.contextOf({ kind: 'admin', id: 1, name: 'owner' }), sessionToken: token });
  expect(await refused(former.admins.remove({ id: 2 }))).toEqual(['UNAUTHORIZED', 'Please log in.']);
  expect(await refused(former.admins.releaseLocks({ id: 2 }))).toEqual(['UNAUTHORIZED', 'Please log in.']);
  expect((await shop.admin.admins.list()).rows.map(({ username, isLocked }) => [username, isLocked])).toEqual([
    ['Kim', true],
    ['owner', false],
  ]);
});
