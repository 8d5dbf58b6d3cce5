import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { loginAttempts, teamMembers } from '../../db/schema';
import { bodyOf, refusalOf } from '../support/http';
import { PASSWORD } from '../support/team';
import { LOGIN, openTeamApi } from '../support/team-api';

const REFUSED = 'Invalid credentials. Please try again.';
let api: Awaited<ReturnType<typeof openTeamApi>>;
beforeEach(async () => {
  api = await openTeamApi();
});

describe('POST /api/team/login', () => {
  beforeEach(async () => {
    await api.add();
  });

  test('returns only the member, and an HttpOnly SameSite cookie of 12 hours', async () => {
    const response = await api.logIn();
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^tidyline-member=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(await response.text()).toBe('{"teamMember":{"id":1,"name":"Dee Marsh","role":"cleaner"}}');
  });

  test.each([
    [{ password: PASSWORD }, 'Employee ID is required', ['employeeId']],
    [{ employeeId: '  ', password: PASSWORD }, 'Employee ID is required', ['employeeId']],
    [{ employeeId: 'E-7', password: 'abc' }, 'Password must be at least 4 characters', ['password']],
    [{ employeeId: 'E-7' }, 'Password must be at least 4 characters', ['password']],
    [{}, 'Employee ID is required', ['employeeId', 'password']],
    [{ employeeId: 7, password: 12345 }, 'Employee ID is required', ['employeeId', 'password']],
  ])('rejects %j with 400: %s', async (body, message, paths) => {
    const refusal = await refusalOf(await api.logIn(body), 400);
    expect([refusal.message, refusal.issues?.map(({ path }) => path)]).toEqual([message, paths]);
  });

  test('gives the same answer and headers for an unknown name as for a wrong password', async () => {
    const tell = async (body: unknown) => {
      const response = await api.logIn(body);
      expect(response.headers.getSetCookie()).toEqual([]);
      return [response.status, { ...Object.fromEntries(response.headers), 'x-request-id': 'its own' }, await response.text()];
    };
    const wrong = await tell({ ...LOGIN, password: 'wrong one' });
    expect(wrong[0]).toBe(401);
    expect(JSON.parse(String(wrong[2]))).toMatchObject({ message: REFUSED });
    expect(await tell({ ...LOGIN, employeeId: 'E-9' })).toEqual(wrong);
  });
});

describe('a member over HTTP', () => {
  let headers: { cookie: string };
  beforeEach(async () => {
    await api.add();
    headers = await api.memberCookie();
  });

  test('changes its password with 204, which ends its other sessions', async () => {
    const other = await api.memberCookie();
    const body = { currentPassword: PASSWORD, newPassword: 'my own words' };
    const response = await api.byMember(headers, 'POST', '/api/team/password', body);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect([await api.statusOf(headers), await api.statusOf(other)]).toEqual([200, 401]);
    await refusalOf(await api.logIn(), 401);
    await bodyOf(await api.logIn({ ...LOGIN, password: 'my own words' }), 200);
  });

  test.each([
    [{ currentPassword: 'wrong one', newPassword: 'my own words' }, 'currentPassword', 'This is not your current password.'],
    [{ newPassword: 'my own words' }, 'currentPassword', 'Please enter your current password.'],
    [{ currentPassword: PASSWORD, newPassword: 'seven77' }, 'newPassword', 'Please use 8 to 256 characters.'],
  ])('gets 400 for the password change %j at %s', async (body, path, message) => {
    const refusal = await refusalOf(await api.byMember(headers, 'POST', '/api/team/password', body), 400);
    expect(refusal.issues).toEqual([{ path, message }]);
    await bodyOf(await api.logIn(), 200);
  });

  test('signs out with 204, which removes the cookie and ends the session', async () => {
    const response = await api.byMember(headers, 'POST', '/api/team/logout');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^tidyline-member=; Max-Age=0; Path=\/; HttpOnly/)]);
    expect(await api.statusOf(headers)).toBe(401);
    await refusalOf(await api.byMember(headers, 'POST', '/api/team/logout'), 401);
  });

  test('signs out alone when the owner is signed in in the same browser', async () => {
    const both = { cookie: `${headers.cookie}; ${api.cookie}` };
    expect((await api.byMember(both, 'POST', '/api/team/logout')).status).toBe(204);
    expect(await api.statusOf(headers)).toBe(401);
    await bodyOf(await api.shop.request('GET', '/api/team-members', { headers: { cookie: api.cookie } }), 200);
  });

  test('is signed out of a phone on which another member signs in', async () => {
    const other = await api.add({ employeeId: 'E-9', email: 'nine@example.com' });
    const response = await api.logIn({ ...LOGIN, employeeId: 'E-9' }, headers);
    expect(await bodyOf(response, 200)).toMatchObject({ teamMember: { id: other.id } });
    const theirs = { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    expect([await api.statusOf(headers), await api.statusOf(theirs)]).toEqual([401, 200]);
  });

  test('cannot sign in when deactivated while the password is verified', async () => {
    const late = api.logIn();
    // The attempt is stored before the password is verified.
    while (!api.shop.db.select().from(loginAttempts).get()) await setImmediate();
    await api.shop.admin.team.deactivate({ id: 1 });
    expect((await refusalOf(await late, 401)).message).toBe(REFUSED);
  });

  test('gets 401 after leaving, even with an open session', async () => {
    api.shop.db.update(teamMembers).set({ isActive: false }).run();
    expect(await api.statusOf(headers)).toBe(401);
    api.shop.db.update(teamMembers).set({ isActive: true }).run();
    expect(await api.statusOf(headers)).toBe(200);
  });

  test('gets 401 everywhere with an invented cookie, or with its token as a bearer', async () => {
    const token = headers.cookie.split('=')[1] ?? '';
    await refusalOf(await api.byMember({ cookie: `tidyline-member=${'x'.repeat(43)}` }, 'POST', '/api/team/logout'), 401);
    await refusalOf(await api.shop.request('POST', '/api/team/logout', { token }), 401);
    expect(await api.statusOf(headers)).toBe(200);
  });
});
