import { createHash } from 'node:crypto';
import { test as base, describe, expect } from 'vitest';
import { activity, loginAttempts, sessions, trustedDevices, users } from '../../db/schema';
import { createCaller } from '../../src/server/router';
import { dropExpiredSessions, setAdminPassword } from '../../src/server/session/service';
import { DAY, LOCKED, lockOut, logIn, openOffice, refusalOf, SECOND, type Shop, statusOf, WRONG } from '../support/login';
import { insertRow } from '../support/rows';
import { ADMIN } from '../support/shop';

const test = base.extend('shop', () => openOffice());
/** Stores the owner's password as the product does, since other tests have a hash that is checked faster. */
const hashAnew = (shop: Shop) => setAdminPassword(shop.ctx, ADMIN.username, ADMIN.password);

describe('a login', () => {
  test('with the right name and password opens the office by bearer and by cookie, and is logged', async ({ shop }) => {
    const { token, cookies } = await logIn(shop);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await statusOf(shop, token)).toBe(200);
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toBe(`tidyline-admin=${token}; Max-Age=1800; Path=/; HttpOnly; SameSite=Strict`);
    const byCookie = { cookie: `tidyline-admin=${token}` };
    expect((await shop.request('GET', '/api/contact', { headers: byCookie })).status).toBe(200);
    expect((await shop.request('GET', '/api/contact', { token: 'x'.repeat(43), headers: byCookie })).status).toBe(401);
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'session.opened', actorKind: 'admin', actorId: 1 });
  });

  test.for([
    [{ username: '' }, 'Username is required'],
    [{ username: undefined }, 'Username is required'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'x'.repeat(257) }, 'Use at most 256 characters.'],
  ] as const)('with %j is a typing error and costs no attempt', async ([more, message], { shop }) => {
    await expect(logIn(shop, { ...ADMIN, ...more } as typeof ADMIN)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    expect(shop.rows(loginAttempts)).toEqual([]);
  });

  test('with an unknown name gets the same words after the same work as a wrong password', async ({ shop }) => {
    await hashAnew(shop);
    const spent = { known: 0, unknown: 0 };
    for (let i = 0; i < 8; i++)
      for (const [kind, username] of [
        ['known', ADMIN.username],
        ['unknown', 'nobody'],
      ] as const) {
        const startedAt = performance.now();
        expect(await refusalOf(shop, { ...WRONG, username }, { clientKey: `192.0.2.${i}` })).toBe(
          'Invalid credentials. 2 attempts remaining.',
        );
        spent[kind] += performance.now() - startedAt;
      }
    expect(spent.unknown).toBeGreaterThan(spent.known * 0.3);
  });

  test('stores tokens as SHA-256 and passwords as argon2id only', async ({ shop }) => {
    await hashAnew(shop);
    const { token, deviceToken } = await logIn(shop);
    const stored = shop.db.$client.serialize().toString('latin1');
    for (const secret of [token, deviceToken, ADMIN.password]) expect(stored).not.toContain(secret);
    const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
    expect(shop.db.select().from(sessions).get()).toMatchObject({
      idHash: hashOf(token),
      kind: 'admin',
      subjectId: 1,
      expiresAt: '2026-11-20T20:30:00.000Z',
    });
    expect(shop.db.select().from(trustedDevices).get()?.idHash).toBe(hashOf(deviceToken));
    expect(shop.db.select().from(users).get()?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a session', () => {
  test('ends 30 minutes after the login regardless of activity', async ({ shop }) => {
    const { token } = await logIn(shop);
    for (let i = 0; i < 5; i++) {
      shop.clock.advance(5);
      expect(await statusOf(shop, token)).toBe(200);
    }
    shop.clock.advance(4 + 59 * SECOND);
    expect(await statusOf(shop, token)).toBe(200);
    shop.clock.advance(SECOND);
    expect(await statusOf(shop, token)).toBe(401);
  });

  test.for([
    ['a year forth', 401, 365 * DAY],
    ['a day back', 401, -DAY],
    ['an hour back', 401, -60],
    ['61 seconds back', 401, -61 * SECOND],
    ['59 seconds back', 200, -59 * SECOND],
  ] as const)('after the clock went %s returns %i', async ([_what, status, minutes], { shop }) => {
    const { token } = await logIn(shop);
    shop.clock.advance(minutes);
    expect(await statusOf(shop, token)).toBe(status);
  });

  test('opened while the clock was a day behind is over once the clock is right', async ({ shop }) => {
    shop.clock.advance(-DAY);
    const { token } = await logIn(shop);
    expect(await statusOf(shop, token)).toBe(200);
    shop.clock.advance(DAY);
    expect(await statusOf(shop, token)).toBe(401);
  });

  test('ends at once at logout, while others of the same person live on', async ({ shop }) => {
    const [here, there] = [await logIn(shop), await logIn(shop)];
    const response = await shop.request('POST', '/api/admin/logout', { token: here.token });
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()).toEqual(['tidyline-admin=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
    expect([await statusOf(shop, here.token), await statusOf(shop, there.token)]).toEqual([401, 200]);
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'session.closed', actorId: 1 });
  });

  test('returns who is signed in and until when, and nothing to a visitor', async ({ shop }) => {
    const { token } = await logIn(shop);
    const caller = createCaller({ ...shop.contextOf({ kind: 'admin', id: 1, name: 'owner' }), sessionToken: token });
    expect(await caller.session.current()).toEqual({ kind: 'admin', name: 'owner', expiresAt: '2026-11-20T20:30:00.000Z' });
    await expect(shop.visitor.session.current()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.visitor.session.logout()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('that ended during a call is reported as ended, and not ended again', async ({ shop }) => {
    const { token } = await logIn(shop);
    await shop.request('POST', '/api/admin/logout', { token });
    const context = shop.contextOf({ kind: 'admin', id: 1, name: 'owner' });
    const lines = () => shop.rows(activity).length;
    const before = lines();
    await expect(createCaller({ ...context, sessionToken: token }).session.current()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await createCaller({ ...context, sessionToken: token }).session.logout()).toBeNull();
    expect(await createCaller(context).session.logout()).toBeNull();
    expect(lines()).toBe(before);
  });

  test('is deleted when it can never be used again, and kept while it counts', async ({ shop }) => {
    const { token } = await logIn(shop);
    await lockOut(shop);
    dropExpiredSessions(shop.ctx);
    expect(await statusOf(shop, token)).toBe(200);
    expect(await refusalOf(shop)).toMatch(LOCKED);
    shop.clock.advance(181 * DAY);
    dropExpiredSessions(shop.ctx);
    for (const table of [sessions, trustedDevices, loginAttempts]) expect(shop.rows(table)).toEqual([]);
    dropExpiredSessions(shop.ctx);
    expect(shop.rows(activity).filter(({ verb }) => verb === 'session.expired')).toMatchObject([
      { actorKind: 'system', entityType: 'login', entityId: 'all', data: '{"sessions":1,"devices":1,"attempts":1}' },
    ]);
  });
});

describe('a new password', () => {
  test('ends every session, distrusts the browsers, lifts the locks, and replaces the old one', async ({ shop }) => {
    await hashAnew(shop);
    const tokens = [(await logIn(shop)).token, (await logIn(shop)).token];
    await lockOut(shop);
    // A member of the same id has a browser too.
    insertRow(shop.db, 'trusted_devices', { kind: 'member' });
    await setAdminPassword(shop.ctx, ADMIN.username, 'another horse battery');
    expect(shop.db.select().from(trustedDevices).all()).toMatchObject([{ kind: 'member', subjectId: 1 }]);
    for (const token of tokens) expect(await statusOf(shop, token)).toBe(401);
    expect(await refusalOf(shop, ADMIN)).toBe('Invalid credentials. 2 attempts remaining.');
    expect(await refusalOf(shop, { ...ADMIN, password: 'another horse battery' })).toBe('let in');
    expect(shop.rows(users)).toHaveLength(1);
    expect(shop.rows(activity).filter((line) => line.verb === 'user.passwordSet')).toHaveLength(2);
  });
});
