import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetJobs, readActions, removeAction } from '../../src/client/features/field/phone-store';
import { Route } from '../../src/client/routes/_field.team-member-dashboard.$id';
import { applyActions, applyToCounters, type Job } from '../../src/shared/field';
import { MEMBER_SESSION_KEY } from '../../src/shared/session-keys';
import { fakeCalls, lastToast, openFieldPage, Refusal } from '../support/office';
import { JOB } from '../support/work-orders';

const COUNTERS = { assignedToday: 2, completed: 5, inProgress: 1, issues: 3 };
const ACCEPTED = { status: 'assigned', assignment: { id: 9, status: 'accepted', estimatedArrival: null } } as const;

function openPhone(jobs: Job[] = [JOB], more: Parameters<typeof fakeCalls>[0] = {}) {
  localStorage.setItem(
    MEMBER_SESSION_KEY,
    JSON.stringify({ id: 4, name: 'Dee Marsh', role: 'cleaner', loginTime: '2026-11-20T20:00:00Z' }),
  );
  return fakeCalls({
    'field.dashboard': () => ({ counters: COUNTERS, jobs }),
    'team.me': () => ({ id: 4, name: 'Dee Marsh', role: 'cleaner', employeeId: 'E-4', mustChangePassword: false }),
    'team.myTimeOff': () => ({ rows: [] }),
    'field.respond': () => JOB,
    'field.setStatus': () => JOB,
    'field.tickComponent': () => JOB,
    'field.addRemark': () => JOB,
    ...more,
  });
}
const openPage = (id = 4) => openFieldPage(Route, `/team-member-dashboard/${id}`);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const setNetwork = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
};
const offline = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  );
});
afterEach(async () => {
  // First, so that no page sends what is taken away.
  cleanup();
  await forgetJobs(4);
  for (const { place } of await readActions(4)) await removeAction(place);
});

describe('the member’s dashboard', () => {
  test('welcomes the member with the role, the four figures and the jobs', async () => {
    openPhone();
    openPage();
    expect(await screen.findByRole('heading', { name: 'Welcome, Dee Marsh' })).toBeVisible();
    expect(screen.getByText('cleaner')).toBeVisible();
    for (const [name, count] of [
      ['Assigned Today', '2'],
      ['Completed', '5'],
      ['In Progress', '1'],
      ['Issues', '3'],
    ] as const)
      expect(screen.getByText(name).nextSibling).toHaveTextContent(count);
    const card = within(screen.getByRole('article', { name: /^Maria Santos/ }));
    for (const words of ['12 Seymour St, Kamloops', 'Kitchen', 'Pending']) expect(card.getByText(words)).toBeVisible();
    expect(card.getByRole('link', { name: '(250) 555-0133' })).toHaveAttribute('href', 'tel:2505550133');
    expect(card.getByRole('link', { name: 'maria@example.com' })).toHaveAttribute('href', 'mailto:maria@example.com');
    expect(card.getByRole('link', { name: /^View on Map/ })).toHaveAttribute('target', '_blank');
    expect(card.getByRole('link', { name: /^Get Directions/ }).getAttribute('href')).toContain('destination=12%20Seymour%20St');
    expect(card.getByLabelText('Remarks')).toBeVisible();
  });
  test('says when there is nothing', async () => {
    openPhone([]);
    openPage();
    expect(await screen.findByText('No Work Orders Assigned')).toBeVisible();
  });
  test.each([
    ['without a session', null],
    ['with another member’s', JSON.stringify({ id: 5, name: 'Kim', role: 'cleaner', loginTime: '' })],
  ])('%s leads to the login', async (_name, stored) => {
    openPhone();
    localStorage.clear();
    if (stored) localStorage.setItem(MEMBER_SESSION_KEY, stored);
    const page = openPage();
    await waitFor(() => expect(page.path()).toBe('/team-login'));
  });
  test('whose session the server no longer knows leads to the login and forgets the jobs', async () => {
    openPhone([JOB], {
      'field.dashboard': () => {
        throw new Refusal(401, 'Please log in.');
      },
    });
    const page = openPage();
    await waitFor(() => expect(page.path()).toBe('/team-login'));
    expect(localStorage.getItem(MEMBER_SESSION_KEY)).toBeNull();
  });
  test('asks for a password of one’s own while the temporary one stands', async () => {
    openPhone([JOB], { 'team.me': () => ({ id: 4, name: 'Dee', role: 'cleaner', employeeId: 'E-4', mustChangePassword: true }) });
    openPage();
    expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeVisible();
    expect(await screen.findByRole('article', { name: /^Maria Santos/ })).toBeVisible();
  });
  test('logs out at the server and in the browser', async () => {
    const phone = openPhone([JOB], { 'team.logout': () => null });
    const page = openPage();
    await press('Logout');
    await waitFor(() => expect(page.path()).toBe('/team-login'));
    expect(phone.sent('team.logout')).toHaveLength(1);
    expect(localStorage.getItem(MEMBER_SESSION_KEY)).toBeNull();
  });
});

describe('the next step', () => {
  test.each([
    ['scheduled', JOB.assignment, ['Decline', 'Accept']],
    ['assigned', ACCEPTED.assignment, ['Enroute']],
    ['enroute', ACCEPTED.assignment, ['Onsite']],
    ['onsite', ACCEPTED.assignment, ['Incomplete', 'Complete']],
    ['incomplete', ACCEPTED.assignment, []],
    ['complete', null, []],
    ['in-progress', ACCEPTED.assignment, []],
  ] as const)('of a job that is %s', async (status, assignment, names) => {
    openPhone([{ ...JOB, status, assignment }]);
    openPage();
    await screen.findByRole('article');
    const shown = screen
      .queryAllByRole('button')
      .map((button) => button.textContent?.match(/^(Decline|Accept|Enroute|Onsite|Incomplete|Complete)/)?.[0])
      .filter(Boolean);
    expect(shown).toEqual(names);
  });
  test('yes is sent with the member, a time and an id of its own', async () => {
    const phone = openPhone();
    openPage();
    await press('Accept');
    await waitFor(() =>
      expect(phone.sent('field.respond')).toEqual([
        {
          id: 1,
          teamMemberId: 4,
          accepted: true,
          remarks: null,
          actionId: expect.stringMatching(/^[\da-f-]{36}$/),
          responseTime: '2026-11-20T20:30:00.000Z',
        },
      ]),
    );
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Assignment Accepted' }));
  });
  test('no is sent with the remarks', async () => {
    const phone = openPhone();
    openPage();
    await userEvent.type(await screen.findByLabelText('Remarks'), 'Too far');
    await press('Decline');
    await waitFor(() => expect(phone.sent('field.respond')).toMatchObject([{ accepted: false, remarks: 'Too far' }]));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Assignment Declined' }));
  });
  test('says when the member will arrive', async () => {
    const phone = openPhone([{ ...JOB, ...ACCEPTED }]);
    openPage();
    await userEvent.selectOptions(await screen.findByLabelText('Arriving in'), '20 min');
    await press(/^Enroute/);
    await waitFor(() =>
      expect(phone.sent('field.setStatus')).toMatchObject([{ status: 'enroute', estimatedArrival: '2026-11-20T20:50:00.000Z' }]),
    );
  });
  const HALVES = [1, 2] as const;
  test.each<[string, (button: HTMLElement, half: number) => void]>([
    ['a double click', (button, detail) => fireEvent.click(button, { detail })],
    // A phone counts each tap of two as the first.
    ['a double tap', (button) => fireEvent(button, new PointerEvent('click', { bubbles: true, pointerType: 'touch', detail: 1 }))],
  ])('is done once with %s, whose second half may also meet the next step', async (_name, half) => {
    setNetwork(false);
    openPhone([{ ...JOB, ...ACCEPTED }], { 'field.setStatus': offline });
    openPage();
    const onTheWay = await screen.findByRole('button', { name: /^Enroute/ });
    // As fast as a hand is: before the page has drawn what the first half did, and after.
    act(() => {
      for (const which of HALVES) half(onTheWay, which);
    });
    half(await screen.findByRole('button', { name: /^Onsite/ }), 2);
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('1 waiting'));
    await press('Kitchen done');
    await waitFor(async () => expect((await readActions(4)).map(({ kind }) => kind)).toEqual(['status', 'component']));
  });
  test('two taps on different places, or with time between them, are two', async () => {
    setNetwork(false);
    openPhone([{ ...JOB, ...ACCEPTED }], { 'field.setStatus': offline, 'field.addRemark': offline });
    openPage();
    const tap = async (name: string | RegExp, clientY: number) => {
      const click = new PointerEvent('click', { bubbles: true, pointerType: 'touch', detail: 1, clientY });
      fireEvent(await screen.findByRole('button', { name }), click);
    };
    await userEvent.type(await screen.findByLabelText('Remarks'), 'Hello');
    await tap('Save Remark', 400);
    await tap(/^Enroute/, 700);
    vi.setSystemTime(Date.now() + 500);
    await tap(/^Onsite/, 700);
    await waitFor(async () =>
      expect((await readActions(4)).map((action) => (action.kind === 'status' ? action.status : action.kind))).toEqual([
        'remark',
        'enroute',
        'onsite',
      ]),
    );
  });
  test('that is refused is explained until it has been read', async () => {
    openPhone([JOB], {
      'field.respond': () => {
        throw new Refusal(403, 'This job is not yours.');
      },
    });
    openPage();
    await press('Accept');
    const told = within(await screen.findByRole('region', { name: 'Not applied' }));
    expect(told.getByText(/Maria Santos: Accept/)).toBeVisible();
    expect(told.getByText(/This job is no longer yours: the office cancelled it, or gave it to somebody else\./)).toBeVisible();
    const gotIt = screen.getByRole('button', { name: 'Got It' });
    // The second half may meet the one of the next.
    fireEvent.click(gotIt, { detail: 2 });
    expect(await readActions(4)).toHaveLength(1);
    await userEvent.click(gotIt);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not applied' })).toBeNull());
  });
});

describe('without a network', () => {
  test('the jobs of the last time are there, and what is done waits and is sent in order, once', async () => {
    openPhone([{ ...JOB, ...ACCEPTED }]);
    openPage();
    expect(await screen.findByText('Synced')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('article')).toBeVisible());
    cleanup();

    setNetwork(false);
    const away = { 'field.dashboard': offline, 'team.me': offline, 'field.setStatus': offline, 'field.tickComponent': offline };
    const phone = openPhone([], away);
    openPage();
    expect(await screen.findByText(/^Offline/)).toBeVisible();
    await press(/^Enroute/);
    await press(/^Onsite/);
    await press('Kitchen done');
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('Offline, 3 waiting'));
    expect(await screen.findByText('Done')).toBeVisible();
    expect(screen.getByRole('timer')).toBeVisible();

    const applied: unknown[] = [];
    const apply = (input: Record<string, unknown>) => {
      applied.push([input.status ?? input.isCompleted, input.actionId]);
      return JOB;
    };
    const back = { 'field.dashboard': () => ({ counters: COUNTERS, jobs: [] }), 'field.setStatus': apply, 'field.tickComponent': apply };
    Object.assign(phone.handlers, back);
    setNetwork(true);
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('Synced'));
    const id = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(applied).toEqual([
      ['enroute', id],
      ['onsite', id],
      [true, id],
    ]);
    expect(phone.sent('field.tickComponent').at(-1)).toMatchObject({ id: 7, isCompleted: true });
    expect(await readActions(4)).toEqual([]);
  });
  test('a reload keeps what waits', async () => {
    setNetwork(false);
    openPhone([JOB], { 'field.respond': offline });
    openPage();
    await press('Accept');
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('1 waiting'));
    cleanup();
    openPhone([JOB], { 'field.respond': offline });
    openPage();
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('1 waiting'));
  });
  test('what the server fails over again and again is put aside, holds up nothing, and can be tried again', async () => {
    const phone = openPhone([{ ...JOB, ...ACCEPTED }], {
      'field.addRemark': () => {
        throw new Error('a fault');
      },
    });
    openPage();
    await userEvent.type(await screen.findByLabelText('Remarks'), 'Hello');
    await press('Save Remark');
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(phone.sent('field.addRemark')).toHaveLength(count));
      await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent(count < 3 ? '1 waiting' : 'Synced'));
      window.dispatchEvent(new Event('online'));
    }
    const told = within(await screen.findByRole('region', { name: 'Not applied' }));
    expect(told.getByText(/The server could not take this/)).toBeVisible();
    phone.handlers['field.addRemark'] = () => JOB;
    await press('Try Again');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not applied' })).toBeNull());
    await waitFor(() => expect(phone.sent('field.addRemark')).toHaveLength(4));
  });
  test('a refusal because somebody else is signed in here now is none: what waits stays for its member', async () => {
    const phone = openPhone([JOB], {
      'field.respond': () => {
        throw new Refusal(403, 'This job is not yours.');
      },
    });
    const page = openPage();
    await screen.findByRole('article');
    phone.handlers['team.me'] = () => ({ id: 5, name: 'Kim', role: 'cleaner', employeeId: 'E-5', mustChangePassword: false });
    await press('Accept');
    await waitFor(() => expect(page.path()).toBe('/team-login'));
    expect(await readActions(4)).toMatchObject([{ kind: 'respond' }]);
    expect((await readActions(4))[0]).not.toHaveProperty('refusal');
  });
  test('the jobs of a session that is over by its twelve hours are forgotten, and the way in is told around its day only', async () => {
    const notes = { gate: '4711#', alarm: null, pets: null, key: null };
    openPhone([{ ...JOB, accessNotes: notes }]);
    openPage();
    expect(await screen.findByText('4711#')).toBeVisible();
    cleanup();
    setNetwork(false);
    vi.setSystemTime(new Date('2026-11-21T07:30:00.000Z'));
    openPhone([], { 'field.dashboard': offline, 'team.me': offline });
    openPage();
    expect(await screen.findByText('4711#')).toBeVisible();
    cleanup();
    vi.setSystemTime(new Date('2026-11-21T08:00:01.000Z'));
    openPage();
    expect(await screen.findByText('Your jobs could not be loaded.')).toBeVisible();
    expect(screen.queryByText('4711#')).toBeNull();
  });
  test('a busy server is no refusal', async () => {
    openPhone([JOB], {
      'field.respond': () => {
        throw new Refusal(503, 'Storage is not available right now.');
      },
    });
    openPage();
    await press('Accept');
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('1 waiting'));
    expect(screen.queryByRole('region', { name: 'Not applied' })).toBeNull();
  });
});

describe('what a phone shows of its own actions', () => {
  test('counts in the figures too', () => {
    const counters = { assignedToday: 3, completed: 5, inProgress: 0, issues: 1 };
    const as = (status: Job['status']) => [{ ...JOB, status }];
    expect(applyToCounters(counters, as('assigned'), as('onsite'), '2026-11-20')).toEqual({ ...counters, inProgress: 1 });
    expect(applyToCounters(counters, as('onsite'), as('complete'), '2026-11-20')).toEqual({
      ...counters,
      inProgress: -1,
      completed: 6,
      assignedToday: 2,
    });
    expect(applyToCounters(counters, as('scheduled'), [], '2026-11-20')).toEqual({ ...counters, assignedToday: 2 });
  });
  const action = { actionId: 'a', memberId: 4, workOrderId: 1, clientName: 'Maria Santos', at: '2026-11-20T20:30:00.000Z' };
  test('is the job as it will be', () => {
    const [job] = applyActions(
      [JOB],
      [
        { ...action, kind: 'respond', accepted: true, remarks: null },
        { ...action, kind: 'status', status: 'enroute', remarks: 'Traffic', estimatedArrival: null },
        { ...action, kind: 'component', componentId: 7, component: 'Kitchen', isCompleted: true },
      ],
    );
    expect(job).toMatchObject({
      status: 'enroute',
      remarks: [{ details: 'Traffic' }],
      jobComponents: [{ isCompleted: true, completedAt: action.at }],
    });
  });
  test('a declined job is gone, another’s stays as it is', () => {
    const other = { ...JOB, id: 2 };
    expect(applyActions([JOB, other], [{ ...action, kind: 'respond', accepted: false, remarks: null }])).toEqual([other]);
  });
});
