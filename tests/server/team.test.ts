import { describe, expect } from 'vitest';
import { activity, teamMembers, workOrderAssignments, workOrders } from '../../db/schema';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { answeredMember, giveJobs, logInMember, MEMBER, PASSWORD } from '../support/team';
import { untyped } from '../support/untyped';

const NOW = '2026-11-20T20:00:00.000Z';
const add = (shop: Shop, more: Record<string, unknown> = {}) => shop.admin.team.create(untyped({ ...MEMBER, password: PASSWORD, ...more }));
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string; message: string }) => [error.code, error.message],
  );

describe('a new member', () => {
  test('is stored as entered, with defaults for missing fields', async ({ shop }) => {
    expect(await add(shop)).toEqual(answeredMember(NOW));
  });

  test('keeps every field, with dollars and cents, and dates by the day in Kamloops', async ({ shop }) => {
    const sent = {
      role: 'supervisor',
      specializations: ['Windows', 'Carpets'],
      isActive: false,
      hireDate: '2026-01-06T04:00:00Z',
      hourlyRate: 22.5,
      emergencyContact: 'Pat',
      emergencyPhone: '(250) 555-0199',
      address: '12 Seymour St, Kamloops, BC',
      notes: 'Has a car.\nNo cats.',
    };
    expect(await add(shop, sent)).toMatchObject({ ...sent, hireDate: '2026-01-05', hourlyRate: '22.50' });
  });

  test('without a password gets one that is returned once and stored nowhere', async ({ shop }) => {
    const { temporaryPassword, ...member } = await shop.admin.team.create(MEMBER);
    expect(temporaryPassword).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(member.mustChangePassword).toBe(true);
    expect(await shop.admin.team.get({ id: 1 })).toEqual(member);
    expect(shop.db.$client.serialize().includes(String(temporaryPassword))).toBe(false);
    const { temporaryPassword: second } = await shop.admin.team.create({ ...MEMBER, employeeId: 'E-8', email: 'x@example.com' });
    expect(second).not.toBe(temporaryPassword);
  });

  test('with a password signs in by it, and none is returned', async ({ shop }) => {
    expect(await add(shop)).not.toHaveProperty('temporaryPassword');
    expect((await logInMember(shop)).answer.teamMember.id).toBe(1);
  });

  test.for([
    ['employeeId', { email: 'other@example.com', employeeId: 'e-7' }, 'Another team member has the employee ID e-7.'],
    ['email', { employeeId: 'E-8', email: 'DEE@example.com' }, 'Another team member has the email DEE@example.com.'],
  ] as const)('is rejected when the %s is taken in any case', async ([_field, more, sentence], { shop }) => {
    await add(shop);
    expect(await codeOf(add(shop, more))).toEqual(['CONFLICT', sentence]);
    expect(shop.rows(teamMembers)).toHaveLength(1);
  });

  test.for([
    [{ employeeId: ' ' }, 'employeeId'],
    [{ email: 'dee' }, 'email'],
    [{ hireDate: '2026-02-30' }, 'hireDate'],
    [{ hireDate: 'soon' }, 'hireDate'],
    [{ role: 'owner' }, 'role'],
    [{ hourlyRate: '-1' }, 'hourlyRate'],
    [{ hourlyRate: '22.505' }, 'hourlyRate'],
    [{ specializations: 'Windows' }, 'specializations'],
    [{ specializations: Array(21).fill('x') }, 'specializations'],
    [{ isActive: 'yes' }, 'isActive'],
    [{ password: 'seven77' }, 'password'],
  ] as const)('with %j is rejected at %s', async ([more, path], { shop }) => {
    const error = await add(shop, more).catch((refusal: { cause: { issues: { path: string[] }[] } }) => refusal.cause.issues);
    expect(error).toEqual([expect.objectContaining({ path: [path] })]);
  });
});

describe('the lists', () => {
  const openTeam = async () => {
    const shop = openShop();
    for (const number of [1, 2, 3, 4])
      await add(shop, { employeeId: `E-${number}`, email: `${number}@example.com`, isActive: number !== 2 });
    return shop;
  };
  const idsOf = (page: { rows: { id: number }[] }) => page.rows.map(({ id }) => id);

  test('return newest first, page by page, and the active ones leave out those who left', async () => {
    const shop = await openTeam();
    const first = await shop.admin.team.list({ limit: 2 });
    expect([idsOf(first), first.nextCursor]).toEqual([[4, 3], 3]);
    const second = await shop.admin.team.list({ limit: 2, cursor: 3 });
    expect([idsOf(second), second.nextCursor]).toEqual([[2, 1], null]);
    expect(idsOf(await shop.admin.team.listAll({ limit: 2, cursor: 3 }))).toEqual([2, 1]);
    expect(idsOf(await shop.admin.team.listActive({}))).toEqual([4, 3, 1]);
    expect(idsOf(await shop.admin.team.listActive({ limit: 1, cursor: 3 }))).toEqual([1]);
  });

  test('can be sorted by name and by employee ID, ignoring case, page by page', async ({ shop }) => {
    for (const [firstName, employeeId] of [
      ['Mia', 'b-1'],
      ['ana', 'C-1'],
      ['Zoe', 'a-1'],
    ] as const)
      await add(shop, { firstName, employeeId, email: `${firstName}@example.com` });
    const byName = await shop.admin.team.list({ sort: 'name', limit: 2 });
    expect(idsOf(byName)).toEqual([2, 1]);
    expect(idsOf(await shop.admin.team.list({ sort: 'name', cursor: byName.nextCursor }))).toEqual([3]);
    expect(idsOf(await shop.admin.team.list({ sort: '-name' }))).toEqual([3, 1, 2]);
    expect(idsOf(await shop.admin.team.list({ sort: 'employeeId' }))).toEqual([3, 1, 2]);
  });

  test('return NOT_FOUND for an unknown member', async () => {
    expect(await codeOf(openShop().admin.team.get({ id: 9 }))).toEqual(['NOT_FOUND', 'This team member does not exist.']);
  });
});

describe('a change', () => {
  test('changes only the given fields', async ({ shop }) => {
    const before = await add(shop, { notes: 'Has a car.', hourlyRate: '22.50', specializations: ['Windows'], role: 'manager' });
    shop.clock.advance(5);
    const changed = await shop.admin.team.update({ id: 1, phone: '(250) 555-0100' });
    expect(changed).toEqual({ ...before, phone: '(250) 555-0100', updatedAt: '2026-11-20T20:05:00.000Z' });
  });

  test('clears fields that are sent empty', async ({ shop }) => {
    await add(shop, { notes: 'Has a car.', address: 'A', hourlyRate: '22.50', specializations: ['Windows'] });
    expect(await shop.admin.team.update({ id: 1, notes: '', address: null, hourlyRate: '', specializations: [] })).toMatchObject({
      notes: null,
      address: null,
      hourlyRate: null,
      specializations: [],
    });
  });

  test('without fields changes nothing', async ({ shop }) => {
    const before = await add(shop);
    shop.clock.advance(5);
    expect(await shop.admin.team.update({ id: 1 })).toEqual(before);
  });

  test("accepts the member's own employee ID and e-mail address in another case, and rejects those of others", async ({ shop }) => {
    await add(shop);
    await add(shop, { employeeId: 'E-8', email: 'sam@example.com' });
    expect(await shop.admin.team.update({ id: 1, employeeId: 'e-7', email: 'Dee@example.com' })).toMatchObject({ employeeId: 'e-7' });
    for (const [change, words] of [
      [{ email: 'SAM@example.com' }, 'email SAM@example.com'],
      [{ employeeId: 'e-8' }, 'employee ID e-8'],
    ] as const)
      expect(await codeOf(shop.admin.team.update({ id: 1, ...change }))).toEqual(['CONFLICT', `Another team member has the ${words}.`]);
    expect(await codeOf(shop.admin.team.update({ id: 9, phone: '1' }))).toEqual(['NOT_FOUND', 'This team member does not exist.']);
  });

  test('of the password ends the sessions and lets the new one in', async ({ shop }) => {
    await add(shop);
    const { token } = await logInMember(shop);
    expect(await shop.admin.team.update({ id: 1, password: 'another one' })).toMatchObject({ mustChangePassword: false });
    expect(await meWith(shop, token)).toBe(401);
    await expect(logInMember(shop)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await logInMember(shop, { employeeId: 'E-7', password: 'another one' });
  });
});

/** Returns the server's answer to a member's cookie. */
const meWith = async (shop: Shop, token: string) =>
  (await shop.request('GET', '/trpc/team.me', { headers: { cookie: `tidyline-member=${token}` } })).status;

describe('a member who leaves', () => {
  const openWithJobs = async () => {
    const shop = openShop();
    await add(shop);
    giveJobs(shop, 1, ['assigned', 'accepted', 'completed', 'declined', 'dispatched', 'arrived']);
    return { shop, token: (await logInMember(shop)).token };
  };
  const RELEASED = ['4 jobs went back to dispatch: WO-1, WO-2, WO-5, WO-6.'];
  const statuses = (shop: Shop) => shop.rows(workOrderAssignments).map(({ status }) => status);

  test.each([
    ['deactivated', (shop: Shop) => shop.admin.team.deactivate({ id: 1 })],
    ['updated to be inactive', (shop: Shop) => shop.admin.team.update({ id: 1, isActive: false })],
  ])('by being %s is signed out at once, and the open jobs return to dispatch by name', async (_how, leave) => {
    const { shop, token } = await openWithJobs();
    expect(await meWith(shop, token)).toBe(200);
    expect(await shop.admin.team.countOpenJobs({ id: 1 })).toEqual({ openJobs: 4 });
    expect(await leave(shop)).toMatchObject({ id: 1, isActive: false, warnings: RELEASED });
    expect(await meWith(shop, token)).toBe(401);
    expect(statuses(shop)).toEqual(['released', 'released', 'completed', 'declined', 'released', 'released']);
    const [first] = shop.rows(workOrders);
    expect(first).toMatchObject({ assignedTeamMemberId: null, status: 'scheduled' });
    expect(await shop.admin.team.countOpenJobs({ id: 1 })).toEqual({ openJobs: 0 });
  });

  test('without a job causes no warning, and leaving again changes nothing', async ({ shop }) => {
    await add(shop);
    const left = await shop.admin.team.deactivate({ id: 1 });
    expect(left.warnings).toEqual([]);
    shop.clock.advance(5);
    const lines = shop.rows(activity).length;
    expect(await shop.admin.team.deactivate({ id: 1 })).toEqual(left);
    expect(shop.rows(activity)).toHaveLength(lines);
    expect(await codeOf(shop.admin.team.deactivate({ id: 9 }))).toEqual(['NOT_FOUND', 'This team member does not exist.']);
    expect(await codeOf(shop.admin.team.countOpenJobs({ id: 9 }))).toEqual(['NOT_FOUND', 'This team member does not exist.']);
  });

  test('may come back, but not by an old session', async () => {
    const { shop, token } = await openWithJobs();
    await shop.admin.team.deactivate({ id: 1 });
    expect(await shop.admin.team.update({ id: 1, isActive: true })).toMatchObject({ isActive: true });
    expect(await meWith(shop, token)).toBe(401);
    await logInMember(shop);
  });

  test('stays when the jobs cannot be returned', async () => {
    const { shop, token } = await openWithJobs();
    shop.db.$client.exec('create trigger stuck before update on work_order_assignments begin select raise(abort, "no"); end');
    await expect(shop.admin.team.deactivate({ id: 1 })).rejects.toThrow();
    expect(await meWith(shop, token)).toBe(200);
    expect(await shop.admin.team.get({ id: 1 })).toMatchObject({ isActive: true });
  });
});

describe('open screens', () => {
  test('are notified of each change of the team', async ({ shop }) => {
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    await add(shop);
    await shop.admin.team.update({ id: 1, phone: '1' });
    await shop.admin.team.deactivate({ id: 1 });
    expect(topics).toEqual(['team', 'team', 'team']);
  });
});
