import { beforeEach, describe, expect, test } from 'vitest';
import { bodyOf, refusalOf } from '../support/http';
import { answeredMember, giveJobs, MEMBER, PASSWORD } from '../support/team';
import { LOGIN, openTeamApi } from '../support/team-api';

type Row = Record<string, unknown> & { id: number };
const NOW = '2026-11-20T20:00:00.000Z';
let api: Awaited<ReturnType<typeof openTeamApi>>;
beforeEach(async () => {
  api = await openTeamApi();
});

describe('/api/team-members', () => {
  test('returns 201 with the member, and once with a temporary password if none was sent', async () => {
    expect(await api.add()).toEqual(answeredMember(NOW));
    const second = { ...MEMBER, employeeId: 'E-8', email: 'sam@example.com' };
    const { temporaryPassword, ...member } = await bodyOf<Row>(await api.call('POST', '/api/team-members', second), 201);
    expect(temporaryPassword).toMatch(/^[\w-]{8,}$/);
    expect(member).toEqual({ ...answeredMember(NOW), ...second, id: 2, mustChangePassword: true });
    expect(await bodyOf(await api.call('GET', '/api/team-members/2'), 200)).toEqual(member);
    await bodyOf(await api.logIn({ employeeId: 'E-8', password: temporaryPassword }), 200);
  });

  test.each(['employeeId', 'firstName', 'lastName', 'email', 'phone', 'hireDate'])(
    'without %s returns 400 in the documented words',
    async (field) => {
      for (const value of [undefined, null, '']) {
        const refusal = await refusalOf(await api.call('POST', '/api/team-members', { ...MEMBER, [field]: value }), 400);
        expect(refusal.message).toBe('Missing Information: Please fill in all required fields.');
        expect(refusal.issues?.map(({ path }) => path)).toEqual([field]);
      }
    },
  );

  test('returns bounded arrays, newest first, with a cursor', async () => {
    await api.add();
    await api.add({ employeeId: 'E-8', email: 'sam@example.com', isActive: false });
    await api.add({ employeeId: 'E-9', email: 'nine@example.com' });
    const idsOf = async (path: string) => (await bodyOf<Row[]>(await api.call('GET', path), 200)).map(({ id }) => id);
    expect(await idsOf('/api/team-members')).toEqual([3, 2, 1]);
    expect(await idsOf('/api/team-members/active')).toEqual([3, 1]);
    const page = await api.call('GET', '/api/team-members?limit=2');
    expect(page.headers.get('x-next-cursor')).toBe('2');
    expect(await idsOf('/api/team-members?limit=2&cursor=2')).toEqual([1]);
    await refusalOf(await api.call('GET', '/api/team-members?limit=0'), 400);
  });

  test('returns 404 for an unknown and 400 for a malformed id', async () => {
    await refusalOf(await api.call('PATCH', '/api/team-members/9', { phone: '1' }), 404);
    await refusalOf(await api.call('PATCH', '/api/team-members/one', { phone: '1' }), 400);
    await refusalOf(await api.call('GET', '/api/team-members/9'), 404);
  });

  test('deactivates without a body and names the returned jobs', async () => {
    await api.add();
    giveJobs(api.shop, 1, ['assigned', 'accepted']);
    const left = await bodyOf<Row>(await api.call('PATCH', '/api/team-members/1/deactivate'), 200);
    expect(left).toEqual({ ...answeredMember(NOW), isActive: false, warnings: ['2 jobs went back to dispatch: WO-1, WO-2.'] });
    await refusalOf(await api.call('PATCH', '/api/team-members/9/deactivate'), 404);
  });

  test('never returns a password or a hash', async () => {
    const texts: string[] = [];
    const note = async (response: Response) => void texts.push(await response.text(), JSON.stringify([...response.headers]));
    await note(await api.call('POST', '/api/team-members', { ...MEMBER, password: PASSWORD }));
    await note(await api.call('POST', '/api/team-members', { ...MEMBER, password: PASSWORD }));
    for (const path of ['', '/active', '/1']) await note(await api.call('GET', `/api/team-members${path}`));
    await note(await api.call('PATCH', '/api/team-members/1', { password: PASSWORD }));
    await note(await api.logIn());
    await note(await api.logIn({ ...LOGIN, password: 'wrong one' }));
    await note(await api.call('PATCH', '/api/team-members/1/deactivate'));
    expect(texts.join('\n')).not.toMatch(/argon2|passwordHash|password_hash|long enough|temporaryPassword/);
  });
});
