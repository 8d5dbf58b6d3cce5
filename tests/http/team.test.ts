import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { loginAttempts, teamMembers } from '../../db/schema';
import { bodyOf, openOffice, refusalOf } from '../support/http';
import { insertRow } from '../support/rows';
import { answeredMember, giveJobs, MEMBER, PASSWORD } from '../support/team';

type Office = Awaited<ReturnType<typeof openOffice>>;
type Row = Record<string, unknown> & { id: number };
const NOW = '2026-11-20T20:00:00.000Z';
const REFUSED = 'Invalid credentials. Please try again.';
const LOGIN = { employeeId: MEMBER.employeeId, password: PASSWORD };
const HOUR = 3600;
let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
const call = (method: string, path: string, body?: unknown) => office.call(method, path, body);
const add = async (more: Record<string, unknown> = {}) =>
  bodyOf<Row>(await call('POST', '/api/team-members', { ...MEMBER, password: PASSWORD, ...more }), 201);
const logIn = (body: unknown = LOGIN, headers: Record<string, string> = {}) =>
  office.shop.request('POST', '/api/team/login', { body, headers });
/** Signs a member in. Returns the cookie as a browser would send it. */
async function memberCookie(body: unknown = LOGIN): Promise<{ cookie: string }> {
  const response = await logIn(body);
  await bodyOf(response, 200);
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}
const byMember = (headers: { cookie: string }, method: string, path: string, body?: unknown) =>
  office.shop.request(method, path, { headers, body });
/** Returns the status of a member's own call: 200 while its session lives. */
const statusOf = async (headers: { cookie: string }) => (await byMember(headers, 'GET', '/trpc/team.me')).status;

describe('/api/team-members', () => {
  test('returns 201 with the member, and once with a temporary password if none was sent', async () => {
    expect(await add()).toEqual(answeredMember(NOW));
    const second = { ...MEMBER, employeeId: 'E-8', email: 'sam@example.com' };
    const { temporaryPassword, ...member } = await bodyOf<Row>(await call('POST', '/api/team-members', second), 201);
    expect(temporaryPassword).toMatch(/^[\w-]{8,}$/);
    expect(member).toEqual({ ...answeredMember(NOW), ...second, id: 2, mustChangePassword: true });
    expect(await bodyOf(await call('GET', '/api/team-members/2'), 200)).toEqual(member);
    await bodyOf(await logIn({ employeeId: 'E-8', password: temporaryPassword }), 200);
  });

  test('accepts and returns all documented fields', async () => {
    const body = {
      role: 'manager',
      specializations: ['Windows'],
      isActive: true,
      hireDate: '2026-01-05T08:00:00.000Z',
      hourlyRate: '22.5',
      emergencyContact: 'Pat',
      emergencyPhone: '(250) 555-0199',
      address: '12 Seymour St, Kamloops, BC',
      notes: 'Has a car.',
      unknown: 'ignored',
    };
    const { unknown: _, ...known } = body;
    expect(await add(body)).toEqual({ ...answeredMember(NOW), ...known, hireDate: '2026-01-05', hourlyRate: '22.50' });
  });

  test.each(['employeeId', 'firstName', 'lastName', 'email', 'phone', 'hireDate'])(
    'without %s returns 400 in the documented words',
    async (field) => {
      for (const value of [undefined, null, '']) {
        const refusal = await refusalOf(await call('POST', '/api/team-members', { ...MEMBER, [field]: value }), 400);
        expect(refusal.message).toBe('Missing Information: Please fill in all required fields.');
        expect(refusal.issues?.map(({ path }) => path)).toEqual([field]);
      }
    },
  );

  test('returns 409 and names a taken employee ID or e-mail address, for new and changed members', async () => {
    await add();
    await add({ employeeId: 'E-8', email: 'sam@example.com' });
    for (const [body, word] of [
      [{ employeeId: 'e-7' }, /employee ID e-7/],
      [{ email: 'Dee@Example.com' }, /email Dee@Example\.com/],
    ] as const) {
      const made = { ...MEMBER, employeeId: 'E-9', email: 'nine@example.com', ...body };
      expect((await refusalOf(await call('POST', '/api/team-members', made), 409)).message).toMatch(word);
      expect((await refusalOf(await call('PATCH', '/api/team-members/2', body), 409)).message).toMatch(word);
    }
  });

  test('returns bounded arrays, newest first, with a cursor', async () => {
    await add();
    await add({ employeeId: 'E-8', email: 'sam@example.com', isActive: false });
    await add({ employeeId: 'E-9', email: 'nine@example.com' });
    const idsOf = async (path: string) => (await bodyOf<Row[]>(await call('GET', path), 200)).map(({ id }) => id);
    expect(await idsOf('/api/team-members')).toEqual([3, 2, 1]);
    expect(await idsOf('/api/team-members/active')).toEqual([3, 1]);
    const page = await call('GET', '/api/team-members?limit=2');
    expect(page.headers.get('x-next-cursor')).toBe('2');
    expect(await idsOf('/api/team-members?limit=2&cursor=2')).toEqual([1]);
    await refusalOf(await call('GET', '/api/team-members?limit=0'), 400);
  });

  test('keeps the fields that a change does not name', async () => {
    const before = await add({ notes: 'Has a car.', hourlyRate: '22.50' });
    expect(await bodyOf(await call('PATCH', '/api/team-members/1', { phone: '(250) 555-0100' }), 200)).toEqual({
      ...before,
      phone: '(250) 555-0100',
    });
    await refusalOf(await call('PATCH', '/api/team-members/9', { phone: '1' }), 404);
    await refusalOf(await call('PATCH', '/api/team-members/one', { phone: '1' }), 400);
    await refusalOf(await call('GET', '/api/team-members/9'), 404);
  });

  test('deactivates without a body, ends sessions, names returned jobs, and can be repeated', async () => {
    await add();
    giveJobs(office.shop, 1, ['assigned', 'accepted']);
    const headers = await memberCookie();
    expect(await statusOf(headers)).toBe(200);
    const left = await bodyOf<Row>(await call('PATCH', '/api/team-members/1/deactivate'), 200);
    expect(left).toEqual({
      ...answeredMember(NOW),
      isActive: false,
      lastLogin: NOW,
      warnings: ['2 jobs went back to dispatch: WO-1, WO-2.'],
    });
    expect(await statusOf(headers)).toBe(401);
    expect((await refusalOf(await logIn(), 401)).message).toBe(REFUSED);
    expect(await bodyOf<Row>(await call('PATCH', '/api/team-members/1/deactivate'), 200)).toEqual({ ...left, warnings: [] });
    await refusalOf(await call('PATCH', '/api/team-members/9/deactivate'), 404);
  });

  test('brings a member back by PATCH isActive true', async () => {
    await add({ isActive: false });
    expect(await bodyOf(await call('PATCH', '/api/team-members/1', { isActive: true }), 200)).toMatchObject({ isActive: true });
    await bodyOf(await logIn(), 200);
  });

  test('never returns a password or a hash', async () => {
    const texts: string[] = [];
    const note = async (response: Response) => void texts.push(await response.text(), JSON.stringify([...response.headers]));
    await note(await call('POST', '/api/team-members', { ...MEMBER, password: PASSWORD }));
    await note(await call('POST', '/api/team-members', { ...MEMBER, password: PASSWORD }));
    for (const path of ['', '/active', '/1']) await note(await call('GET', `/api/team-members${path}`));
    await note(await call('PATCH', '/api/team-members/1', { password: PASSWORD }));
    await note(await logIn());
    await note(await logIn({ ...LOGIN, password: 'wrong one' }));
    await note(await call('PATCH', '/api/team-members/1/deactivate'));
    expect(texts.join('\n')).not.toMatch(/argon2|passwordHash|password_hash|long enough|temporaryPassword/);
  });
});

describe('POST /api/team/login', () => {
  beforeEach(async () => {
    await add();
  });

  test('returns only the member, and an HttpOnly SameSite cookie of 12 hours', async () => {
    const response = await logIn();
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
    const refusal = await refusalOf(await logIn(body), 400);
    expect([refusal.message, refusal.issues?.map(({ path }) => path)]).toEqual([message, paths]);
  });

  test('gives the same answer and headers for an unknown name as for a wrong password', async () => {
    const tell = async (body: unknown) => {
      const response = await logIn(body);
      expect(response.headers.getSetCookie()).toEqual([]);
      return [response.status, { ...Object.fromEntries(response.headers), 'x-request-id': 'its own' }, await response.text()];
    };
    const wrong = await tell({ ...LOGIN, password: 'wrong one' });
    expect(wrong[0]).toBe(401);
    expect(JSON.parse(String(wrong[2]))).toMatchObject({ message: REFUSED });
    expect(await tell({ ...LOGIN, employeeId: 'E-9' })).toEqual(wrong);
  });

  test('locks the name for this address after ten failures in a row: 429 with the seconds to wait', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let i = 0; i < 9; i++) await refusalOf(await logIn({ ...LOGIN, password: 'wrong one' }, from('203.0.113.7')), 401);
    const tenth = await logIn({ ...LOGIN, password: 'wrong one' }, from('203.0.113.7'));
    expect(tenth.headers.get('retry-after')).toBe('300');
    await refusalOf(tenth, 429);
    office.wait(60);
    const right = await logIn(LOGIN, from('203.0.113.7'));
    expect([right.headers.get('retry-after'), right.headers.getSetCookie()]).toEqual(['240', []]);
    await refusalOf(right, 429);
    await bodyOf(await logIn(LOGIN, from('203.0.113.8')), 200);
    office.wait(240);
    await bodyOf(await logIn(LOGIN, from('203.0.113.7')), 200);
  });

  test('ends a session after 12 hours', async () => {
    const headers = await memberCookie();
    office.wait(12 * HOUR - 1);
    expect(await statusOf(headers)).toBe(200);
    office.wait(1);
    expect(await statusOf(headers)).toBe(401);
  });

  test('rejects a temporary password after 72 hours', async () => {
    const { temporaryPassword } = await bodyOf<Row>(
      await call('POST', '/api/team-members', { ...MEMBER, employeeId: 'E-8', email: 'sam@example.com' }),
      201,
    );
    const login = { employeeId: 'E-8', password: temporaryPassword };
    office.wait(72 * HOUR - 1);
    await bodyOf(await logIn(login), 200);
    office.wait(1);
    expect((await refusalOf(await logIn(login), 401)).message).toBe(REFUSED);
  });
});

describe('a member over HTTP', () => {
  let headers: { cookie: string };
  beforeEach(async () => {
    await add();
    headers = await memberCookie();
  });

  test('changes its password with 204, which ends its other sessions', async () => {
    const other = await memberCookie();
    const body = { currentPassword: PASSWORD, newPassword: 'my own words' };
    const response = await byMember(headers, 'POST', '/api/team/password', body);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect([await statusOf(headers), await statusOf(other)]).toEqual([200, 401]);
    await refusalOf(await logIn(), 401);
    await bodyOf(await logIn({ ...LOGIN, password: 'my own words' }), 200);
  });

  test.each([
    [{ currentPassword: 'wrong one', newPassword: 'my own words' }, 'currentPassword', 'This is not your current password.'],
    [{ newPassword: 'my own words' }, 'currentPassword', 'Please enter your current password.'],
    [{ currentPassword: PASSWORD, newPassword: 'seven77' }, 'newPassword', 'Please use 8 to 256 characters.'],
  ])('gets 400 for the password change %j at %s', async (body, path, message) => {
    const refusal = await refusalOf(await byMember(headers, 'POST', '/api/team/password', body), 400);
    expect(refusal.issues).toEqual([{ path, message }]);
    await bodyOf(await logIn(), 200);
  });

  test('signs out with 204, which removes the cookie and ends the session', async () => {
    const response = await byMember(headers, 'POST', '/api/team/logout');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^tidyline-member=; Max-Age=0; Path=\/; HttpOnly/)]);
    expect(await statusOf(headers)).toBe(401);
    await refusalOf(await byMember(headers, 'POST', '/api/team/logout'), 401);
  });

  test('signs out alone when the owner is signed in in the same browser', async () => {
    const both = { cookie: `${headers.cookie}; ${office.cookie}` };
    expect((await byMember(both, 'POST', '/api/team/logout')).status).toBe(204);
    expect(await statusOf(headers)).toBe(401);
    await bodyOf(await office.shop.request('GET', '/api/team-members', { headers: { cookie: office.cookie } }), 200);
  });

  test.each([
    ['GET', '/api/team-members'],
    ['GET', '/api/team-members/active'],
    ['GET', '/api/team-members/1'],
    ['POST', '/api/team-members', { ...MEMBER, employeeId: 'E-9', email: 'nine@example.com' }],
    ['PATCH', '/api/team-members/1', { hourlyRate: '99.00' }],
    ['PATCH', '/api/team-members/1/deactivate'],
    ['POST', '/api/admin/logout'],
  ])('gets 403 for %s %s, which changes nothing', async (method, path, body?: unknown) => {
    const before = office.shop.db.$client.serialize();
    await refusalOf(await byMember(headers, method, path, body), 403);
    expect(office.shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('is signed out of a phone on which another member signs in', async () => {
    const other = await add({ employeeId: 'E-9', email: 'nine@example.com' });
    const response = await logIn({ ...LOGIN, employeeId: 'E-9' }, headers);
    expect(await bodyOf(response, 200)).toMatchObject({ teamMember: { id: other.id } });
    const theirs = { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    expect([await statusOf(headers), await statusOf(theirs)]).toEqual([401, 200]);
  });

  test('cannot sign in when deactivated while the password is verified', async () => {
    const late = logIn();
    // The attempt is stored before the password is verified.
    while (!office.shop.db.select().from(loginAttempts).get()) await setImmediate();
    await office.shop.admin.team.deactivate({ id: 1 });
    expect((await refusalOf(await late, 401)).message).toBe(REFUSED);
  });

  test('gets 401 after leaving, even with an open session', async () => {
    office.shop.db.update(teamMembers).set({ isActive: false }).run();
    expect(await statusOf(headers)).toBe(401);
    office.shop.db.update(teamMembers).set({ isActive: true }).run();
    expect(await statusOf(headers)).toBe(200);
  });

  test('gets 401 everywhere with an invented cookie, or with its token as a bearer', async () => {
    const token = headers.cookie.split('=')[1] ?? '';
    await refusalOf(await byMember({ cookie: `tidyline-member=${'x'.repeat(43)}` }, 'POST', '/api/team/logout'), 401);
    await refusalOf(await office.shop.request('POST', '/api/team/logout', { token }), 401);
    expect(await statusOf(headers)).toBe(200);
  });
});

describe('the office on calls of members', () => {
  test('has no password to change there', async () => {
    insertRow(office.shop.db, 'team_members');
    await refusalOf(await call('POST', '/api/team/password', { currentPassword: PASSWORD, newPassword: 'my own words' }), 403);
  });

  test('returns 401 to visitors, also with a valid body', async () => {
    await refusalOf(
      await office.shop.request('POST', '/api/team/password', { body: { currentPassword: PASSWORD, newPassword: 'my own words' } }),
      401,
    );
    await refusalOf(await office.shop.request('POST', '/api/team/logout'), 401);
  });
});
