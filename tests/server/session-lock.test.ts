import { test as base, describe, expect, onTestFinished, vi } from 'vitest';
import { closeDb } from '../../db/client';
import { activity, loginAttempts, trustedDevices } from '../../db/schema';
import { clearLoginLocks, setAdminPassword, tryPassword } from '../../src/server/session/service';
import { DataFolder } from '../support/data-folder';
import { DAY, LOCKED, lockOut, logIn, openOffice, refusalOf, SECOND, type Shop, statusOf, WRONG } from '../support/login';
import { ADMIN, openShop } from '../support/shop';

const test = base.extend('shop', () => openOffice());

describe('the lock', () => {
  test('starts at the third failure, counts down 300 seconds, rejects the right password too, and then starts afresh', async ({ shop }) => {
    expect(await refusalOf(shop)).toBe('Invalid credentials. 2 attempts remaining.');
    expect(await refusalOf(shop)).toBe('Invalid credentials. 1 attempts remaining.');
    await expect(logIn(shop, WRONG)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many failed attempts. Account locked for 5 minutes.',
      cause: { retryAfterSeconds: 300 },
    });
    expect(await refusalOf(shop, ADMIN)).toBe('Account locked. Try again in 300 seconds.');
    shop.clock.advance(100 * SECOND);
    await expect(logIn(shop)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', cause: { retryAfterSeconds: 200 } });
    shop.clock.advance(199 * SECOND);
    expect(await refusalOf(shop, ADMIN)).toBe('Account locked. Try again in 1 seconds.');
    shop.clock.advance(SECOND);
    expect(await refusalOf(shop)).toBe('Invalid credentials. 2 attempts remaining.');
    expect(await refusalOf(shop, ADMIN)).toBe('let in');
  });

  test('counts anew after a success', async ({ shop }) => {
    for (let i = 0; i < 2; i++) await refusalOf(shop);
    await logIn(shop);
    for (let i = 0; i < 2; i++) await refusalOf(shop);
    expect(await refusalOf(shop, ADMIN)).toBe('let in');
  });

  test('holds against fifty tries at once and other spellings of the name', async ({ shop }) => {
    const names = ['owner', 'OWNER', ' owner '];
    const guesses = Array.from({ length: 50 }, (_, i) => ({
      username: names[i % 3] ?? '',
      password: i === 49 ? ADMIN.password : `guess ${i}`,
    }));
    const answers = await Promise.all(guesses.map((guess) => refusalOf(shop, guess)));
    expect(answers.filter((answer) => answer.startsWith('Invalid credentials.'))).toHaveLength(2);
    expect(answers.filter((answer) => answer.startsWith('Too many failed attempts.'))).toHaveLength(1);
    expect(answers.filter((answer) => LOCKED.test(answer))).toHaveLength(47);
  });

  test('does not count a try that was rejected because four others were being verified', async ({ shop }) => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => refusalOf(shop, WRONG, { clientKey: `192.0.2.${i}` })));
    expect(answers.slice(4)).toEqual(Array(2).fill('The server is busy. Please try again in a second.'));
    expect(await refusalOf(shop, WRONG, { clientKey: '192.0.2.5' })).toBe('Invalid credentials. 2 attempts remaining.');
    expect(await refusalOf(shop, WRONG, { clientKey: '192.0.2.0' })).toBe('Invalid credentials. 1 attempts remaining.');
  });

  test('is for one name from one address', async ({ shop }) => {
    await lockOut(shop);
    expect(await refusalOf(shop, { ...WRONG, username: 'nobody' })).toBe('Invalid credentials. 2 attempts remaining.');
    expect(await refusalOf(shop, ADMIN, { clientKey: '198.51.100.7' })).toBe('let in');
  });

  test.for([
    ['a day back', -DAY],
    ['a year back', -365 * DAY],
    ['ten minutes back', -10],
    ['an hour forth', 60],
  ] as const)('lasts no longer than 300 seconds when the clock goes %s', async ([_what, minutes], { shop }) => {
    await lockOut(shop);
    shop.clock.advance(minutes);
    shop.clock.advance(5);
    expect(await refusalOf(shop, ADMIN)).toBe('let in');
  });

  test('is lifted by clearLoginLocks, which returns how many there were', async ({ shop }) => {
    for (const clientKey of ['192.0.2.1', '192.0.2.2']) await lockOut(shop, { clientKey });
    expect(clearLoginLocks(shop.ctx)).toBe(2);
    expect(await refusalOf(shop, ADMIN)).toBe('let in');
    expect(clearLoginLocks(shop.ctx)).toBe(0);
  });
});

describe('locks that are lifted while a password is verified', () => {
  const attempt = { key: 'admin:one', limit: 1, slowedName: undefined };
  const traces = (shop: Shop) => [shop.rows(loginAttempts), shop.rows(activity).at(-1)?.verb];

  test('stay lifted when it is wrong', async ({ shop }) => {
    const failures = await tryPassword(shop.ctx, attempt, async () => clearLoginLocks(shop.ctx) === 0);
    expect([failures, ...traces(shop)]).toEqual([1, [], 'session.unlocked']);
  });

  test('stay lifted when it could not be verified', async ({ shop }) => {
    const verify = async () => {
      clearLoginLocks(shop.ctx);
      throw new Error('busy');
    };
    await expect(tryPassword(shop.ctx, attempt, verify)).rejects.toThrow('busy');
    expect(traces(shop)).toEqual([[], 'session.unlocked']);
  });
});

describe('the log', () => {
  const lines = (shop: Shop) => shop.rows(activity).filter(({ entityType }) => entityType === 'login');

  test('records a lock once, without name and address, and no lock for a right password at the last try', async ({ shop }) => {
    for (let i = 0; i < 2; i++) await refusalOf(shop);
    await logIn(shop);
    expect(lines(shop)).toEqual([]);
    await lockOut(shop);
    for (let i = 0; i < 3; i++) await refusalOf(shop, ADMIN);
    expect(lines(shop)).toMatchObject([{ verb: 'session.locked', actorKind: 'visitor', data: '{}' }]);
    expect(lines(shop)[0]?.entityId).toMatch(/^[\w-]{22}$/);
    expect(JSON.stringify(lines(shop))).not.toMatch(/owner|192\.0\.2/);
  });

  test('distinguishes the counters', async ({ shop }) => {
    for (const clientKey of ['192.0.2.1', '192.0.2.2']) await lockOut(shop, { clientKey });
    expect(new Set(lines(shop).map(({ entityId }) => entityId)).size).toBe(2);
  });

  test('records that locks were lifted and how many, and nothing when there were no locks', async ({ shop }) => {
    await lockOut(shop);
    clearLoginLocks(shop.ctx);
    clearLoginLocks(shop.ctx);
    expect(lines(shop).slice(1)).toMatchObject([{ verb: 'session.unlocked', actorKind: 'system', data: '{"locks":1}' }]);
  });

  test('is part of lifting them: when it cannot be written, the locks stay', async ({ shop }) => {
    await lockOut(shop);
    shop.db.$client.exec('create trigger full before insert on activity begin select raise(abort, "no"); end');
    expect(() => clearLoginLocks(shop.ctx)).toThrow();
    expect(await refusalOf(shop, ADMIN)).toMatch(LOCKED);
  });
});

describe('a restart', () => {
  const data = new DataFolder();
  test('lifts no lock, forgets no failure and ends no session', async () => {
    const before = await openOffice(data.file);
    const { token } = await logIn(before);
    await lockOut(before, { clientKey: 'locked' });
    await refusalOf(before, WRONG, { clientKey: 'one failure' });
    closeDb(before.db);

    const after = openShop({ file: data.file });
    try {
      after.clock.advance(100 * SECOND);
      expect(await refusalOf(after, ADMIN, { clientKey: 'locked' })).toBe('Account locked. Try again in 200 seconds.');
      expect(await refusalOf(after, WRONG, { clientKey: 'one failure' })).toBe('Invalid credentials. 1 attempts remaining.');
      expect(await statusOf(after, token)).toBe(200);
    } finally {
      closeDb(after.db);
    }
  });
});

describe('a browser that has logged in before', () => {
  test('gets in while strangers at the same address are locked out, and has its own lock', async ({ shop }) => {
    const { deviceToken } = await logIn(shop);
    await lockOut(shop);
    expect(await refusalOf(shop, ADMIN)).toMatch(LOCKED);
    expect(await refusalOf(shop, WRONG, { deviceToken })).toBe('Invalid credentials. 2 attempts remaining.');
    expect(await refusalOf(shop, ADMIN, { deviceToken })).toBe('let in');
    await lockOut(shop, { deviceToken });
    expect(await refusalOf(shop, ADMIN, { deviceToken })).toMatch(LOCKED);
    expect(await refusalOf(shop, ADMIN, { deviceToken, clientKey: '198.51.100.7' })).toMatch(LOCKED);
  });

  test.for([
    ['with a token nobody gave out', async (_shop: Shop) => 'x'.repeat(43)],
    [
      '180 days later',
      async (shop: Shop) => {
        const { deviceToken } = await logIn(shop);
        shop.clock.advance(180 * DAY);
        return deviceToken;
      },
    ],
    [
      'under another name',
      async (shop: Shop) => {
        await setAdminPassword(shop.ctx, 'second', ADMIN.password);
        return (await logIn(shop, { ...ADMIN, username: 'second' })).deviceToken;
      },
    ],
  ] as const)('is a stranger %s', async ([_what, deviceTokenOf], { shop }) => {
    const deviceToken = await deviceTokenOf(shop);
    await lockOut(shop);
    expect(await refusalOf(shop, ADMIN, { deviceToken })).toMatch(LOCKED);
  });

  test('keeps its token over its logins', async ({ shop }) => {
    const { deviceToken } = await logIn(shop);
    expect((await logIn(shop, ADMIN, { deviceToken })).deviceToken).toBe(deviceToken);
    expect(shop.rows(trustedDevices)).toHaveLength(1);
  });

  test('is not recognized by an invented cookie', async ({ shop }) => {
    await setAdminPassword(shop.ctx, 'second', ADMIN.password);
    const ofAnother = (await logIn(shop, { ...ADMIN, username: 'second' })).deviceToken;
    for (const planted of ['x'.repeat(43), ofAnother]) {
      const { deviceToken } = await logIn(shop, ADMIN, { deviceToken: planted });
      expect(deviceToken).toMatch(/^[\w-]{43}$/);
      expect(deviceToken).not.toBe(planted);
      await lockOut(shop);
      expect(await refusalOf(shop, ADMIN, { deviceToken: planted })).toMatch(LOCKED);
      expect(await refusalOf(shop, ADMIN, { deviceToken })).toBe('let in');
      clearLoginLocks(shop.ctx);
    }
  });

  test('is a stranger after a new password, unlike browsers of other admins', async ({ shop }) => {
    await setAdminPassword(shop.ctx, 'second', ADMIN.password);
    const other = await logIn(shop, { ...ADMIN, username: 'second' });
    const { deviceToken } = await logIn(shop);
    await setAdminPassword(shop.ctx, ADMIN.username, ADMIN.password);
    await lockOut(shop);
    expect(await refusalOf(shop, ADMIN, { deviceToken })).toMatch(LOCKED);
    for (let i = 0; i < 3; i++) await refusalOf(shop, { ...WRONG, username: 'second' });
    expect(await refusalOf(shop, { ...ADMIN, username: 'second' }, other)).toBe('let in');
  });

  test('does not wait when thirty failures an hour slow strangers down by two seconds', async ({ shop }) => {
    const { deviceToken } = await logIn(shop);
    for (let i = 0; i < 30; i++) await refusalOf(shop, WRONG, { clientKey: `192.0.2.${i % 15}` });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let isStrangerIn = false;
    const stranger = refusalOf(shop, ADMIN, { clientKey: '198.51.100.7' }).finally(() => {
      isStrangerIn = true;
    });
    await vi.advanceTimersByTimeAsync(1999);
    for (let i = 0; i < 2; i++) expect(await refusalOf(shop, ADMIN, { deviceToken })).toBe('let in');
    expect([isStrangerIn, vi.getTimerCount()]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(await stranger).toBe('let in');
  });
});
