import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sessions, teamMemberLogs, teamMembers, workOrderAssignments, workOrders } from '../../db/schema';
import { MEMBER_SESSION_KEY } from '../../src/shared/session-keys';
import { addMember } from '../support/field';
import { lastToast, press } from '../support/office';
import { ACCEPTED, GIVEN, openPage, openPhone, preparePhone, waitingActions } from '../support/phone';
import { insertRow } from '../support/rows';

const stored = ({ db }: ReturnType<typeof openPhone>) => db.select().from(workOrderAssignments).get();
const remark = async (value: string) => fireEvent.change(await screen.findByLabelText('Remarks'), { target: { value } });

preparePhone();

describe('the member’s dashboard', () => {
  test('welcomes the member with the role, the four figures and the jobs', async () => {
    const office = openPhone();
    insertRow(office.db, 'clients', { name: 'River Cafe', email: 'river@example.com' });
    const done = { completed_date: '2026-11-20T20:00:00.000Z' };
    for (const [index, row] of [{ status: 'onsite' }, { status: 'complete', ...done }, { status: 'incomplete' }].entries())
      insertRow(office.db, 'work_orders', { ...row, work_order_id: `WO-${index + 2}`, inquiry_id: null, client_id: 2 });
    openPage();
    expect(await screen.findByRole('heading', { name: 'Welcome, Dee Marsh' })).toBeVisible();
    await screen.findByRole('article', { name: /^Maria Santos/ });
    expect(screen.getByText('cleaner')).toBeVisible();
    for (const [name, count] of [
      ['Assigned Today', '3'],
      ['Completed', '1'],
      ['In Progress', '1'],
      ['Issues', '1'],
    ] as const)
      expect(screen.getAllByText(name)[0]?.nextSibling).toHaveTextContent(count);
    const card = within(screen.getByRole('article', { name: /^Maria Santos/ }));
    expect(card.getByText('12 Seymour St, Kamloops')).toBeVisible();
    expect(card.getByRole('link', { name: 'Call (250) 555-0133' })).toHaveAttribute('href', 'tel:2505550133');
    expect(card.getByRole('link', { name: /^View on Map/ })).toHaveAttribute('target', '_blank');
    expect(card.getByRole('link', { name: /^Get Directions/ }).getAttribute('href')).toContain('destination=12%20Seymour%20St');
    expect(card.getByRole('button', { name: 'Details of Maria Santos' })).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(card.getByRole('button', { name: 'Details of Maria Santos' }));
    for (const words of ['Kitchen', 'Pending']) expect(card.getByText(words)).toBeVisible();
    expect(card.getByRole('link', { name: 'E-mail maria@example.com' })).toHaveAttribute('href', 'mailto:maria@example.com');
    expect(card.getByLabelText('Remarks')).toBeVisible();
  });
  test('opens the next job by itself, and shows a finished one as a row until it is pressed', async () => {
    const done = { status: 'complete', completed_date: '2026-11-20T20:00:00.000Z' };
    openPhone([{ row: done, assignment: { status: 'completed' }, components: [{ component: 'Windows' }] }, ACCEPTED]);
    openPage();
    const [next, finished] = await screen.findAllByRole('article');
    expect(within(next as HTMLElement).getByText('Kitchen')).toBeVisible();
    const row = within(finished as HTMLElement);
    expect(row.getByText('complete')).toBeVisible();
    expect(row.queryByText('12 Seymour St, Kamloops')).toBeNull();
    await userEvent.click(row.getByRole('button', { name: 'Details of Maria Santos' }));
    for (const words of ['12 Seymour St, Kamloops', 'Windows']) expect(row.getByText(words)).toBeVisible();
    expect(row.queryByLabelText('Remarks')).toBeNull();
    await userEvent.click(row.getByRole('button', { name: 'Details of Maria Santos' }));
    expect(row.queryByText('Windows')).toBeNull();
  });
  test('keeps the step of a later job in its opened card, and offers to accept a new job at once', async () => {
    openPhone([ACCEPTED, { ...ACCEPTED, row: { scheduled_date: '2026-11-21T21:00:00.000Z' } }, GIVEN]);
    openPage();
    await screen.findAllByRole('article');
    const steps = () => screen.getAllByRole('button', { name: /^(Enroute|Accept|Decline)/ }).map(({ textContent }) => textContent);
    expect(steps()).toEqual([expect.stringMatching(/^Enroute/), 'Decline', 'Accept']);
    await userEvent.click(screen.getAllByRole('button', { name: 'Details of Maria Santos' }).at(-1) as HTMLElement);
    expect(steps()).toEqual([expect.stringMatching(/^Enroute/), 'Decline', 'Accept', expect.stringMatching(/^Enroute/)]);
  });
  test('keeps a job open and in view when its step moves it above others', async () => {
    const [atWork, later] = ['2026-11-20T19:00:00.000Z', '2026-11-20T23:00:00.000Z'];
    openPhone([
      { row: { status: 'onsite', scheduled_date: atWork }, assignment: { status: 'arrived' } },
      { ...ACCEPTED, row: { scheduled_date: later } },
    ]);
    const scrolled: string[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolled.push(this.textContent ?? '');
    };
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
    openPage();
    await screen.findAllByRole('article');
    await userEvent.click(screen.getAllByRole('button', { name: 'Details of Maria Santos' }).at(-1) as HTMLElement);
    await userEvent.click(screen.getByRole('button', { name: /^Enroute/ }));
    expect(await screen.findByRole('heading', { name: 'Now 2' })).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Onsite/ })).toBeVisible();
    expect(scrolled.at(-1)).toMatch(/Kitchen.*Onsite/s);
  });
  test('shows the next four of many later jobs, and all of them on request', async () => {
    openPhone(Array.from({ length: 6 }, (_, day) => ({ ...ACCEPTED, row: { scheduled_date: `2026-11-2${day + 2}T18:00:00.000Z` } })));
    openPage();
    expect(await screen.findAllByRole('article')).toHaveLength(4);
    expect(screen.getByRole('heading', { name: 'Later 6' })).toBeVisible();
    await press('Show all 6');
    expect(screen.getAllByRole('article')).toHaveLength(6);
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });
  test('keeps the call and the ways to a later job in its opened card', async () => {
    openPhone([ACCEPTED, { ...ACCEPTED, row: { scheduled_date: '2026-11-22T18:00:00.000Z' } }]);
    openPage();
    const later = within((await screen.findAllByRole('article'))[1] as HTMLElement);
    const links = () => later.queryAllByRole('link').map(({ textContent }) => textContent);
    expect(links()).toEqual([]);
    await userEvent.click(later.getByRole('button', { name: 'Details of Maria Santos' }));
    expect(links()).toEqual([
      'Call (250) 555-0133',
      'E-mail maria@example.com',
      'View on Map (opens in a new tab)',
      'Get Directions (opens in a new tab)',
    ]);
  });
  test('says when there are no jobs', async () => {
    openPhone([]);
    openPage();
    expect(await screen.findByText('No Work Orders Assigned')).toBeVisible();
  });
  test.each([
    ['without a session', null],
    ['with the session of another member', JSON.stringify({ id: 5, name: 'Kim', role: 'cleaner', loginTime: '' })],
  ])('%s redirects to the login', async (_name, session) => {
    openPhone();
    localStorage.clear();
    if (session) localStorage.setItem(MEMBER_SESSION_KEY, session);
    const page = openPage();
    await waitFor(() => expect(page.path()).toBe('/team-login'));
  });
  test('redirects to the login and forgets the session when the server no longer knows it', async () => {
    openPhone([GIVEN], { as: 'nobody' });
    const page = openPage();
    await waitFor(() => expect(page.path()).toBe('/team-login'));
    expect(localStorage.getItem(MEMBER_SESSION_KEY)).toBeNull();
  });
  test('asks for a new password while the temporary one is in use', async () => {
    const office = openPhone();
    office.db.update(teamMembers).set({ mustChangePassword: true }).run();
    openPage();
    expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeVisible();
    expect(await screen.findByRole('article', { name: /^Maria Santos/ })).toBeVisible();
  });
  test('logs out on the server and in the browser', async () => {
    const office = openPhone();
    const page = openPage();
    await press('Logout');
    await waitFor(() => expect(page.path()).toBe('/team-login'));
    expect(office.db.select().from(sessions).get()?.revokedAt).not.toBeNull();
    expect(localStorage.getItem(MEMBER_SESSION_KEY)).toBeNull();
  });
});

describe('the next step', () => {
  test.each([
    ['scheduled', 'assigned', ['Decline', 'Accept']],
    ['assigned', 'accepted', ['Enroute']],
    ['enroute', 'dispatched', ['Onsite']],
    ['onsite', 'arrived', ['Incomplete', 'Complete']],
    ['incomplete', 'arrived', []],
    ['complete', 'completed', []],
    ['in-progress', 'arrived', []],
  ])('of a job that is %s', async (status, assignment, names) => {
    const completed_date = status === 'complete' ? '2026-11-20T20:00:00.000Z' : null;
    openPhone([{ row: { status, completed_date }, assignment: { status: assignment } }]);
    openPage();
    await screen.findByRole('article');
    const shown = screen
      .queryAllByRole('button')
      .map((button) => button.textContent?.match(/^(Decline|Accept|Enroute|Onsite|Incomplete|Complete)/)?.[0])
      .filter(Boolean);
    expect(shown).toEqual(names);
  });
  test('accepts a job with a time and an id of the action', async () => {
    const office = openPhone();
    openPage();
    await press('Accept');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Assignment Accepted' }));
    expect(stored(office)).toMatchObject({ status: 'accepted', acceptedAt: '2026-11-20T20:30:00.000Z' });
    const log = { teamMemberId: 1, action: 'accepted', actionId: expect.stringMatching(/^[\da-f-]{36}$/) };
    expect(office.db.select().from(teamMemberLogs).all()).toMatchObject([log]);
  });
  test('declines a job with the remarks', async () => {
    const office = openPhone();
    openPage();
    await remark('Too far');
    await press('Decline');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Assignment Declined' }));
    expect(stored(office)).toMatchObject({ status: 'declined', notes: 'Too far' });
  });
  test('tells the office when the member will arrive', async () => {
    const office = openPhone([ACCEPTED]);
    openPage();
    await userEvent.selectOptions(await screen.findByLabelText('Arriving in'), '20 min');
    await press(/^Enroute/);
    await waitFor(() => expect(stored(office)).toMatchObject({ status: 'dispatched', estimatedArrival: '2026-11-20T20:50:00.000Z' }));
  });
  const AT_WORK = { row: { status: 'onsite' }, assignment: { status: 'arrived' }, components: [{ component: 'Kitchen' }] };
  const jobStatus = (office: ReturnType<typeof openPhone>) => office.db.select().from(workOrders).get()?.status;
  test.each([
    ['and announces the mail to the client', {}, ' and e-mail the client that the cleaning is done'],
    ['and announces no mail to a client without an e-mail address', { email: null }, ''],
  ])('asks before it completes a job without a ticked task, %s', async (_name, client, mail) => {
    const office = openPhone([AT_WORK], { client });
    openPage();
    await press(/^Complete/);
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(`No task is ticked off. Complete the job anyway${mail}?`)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect([await waitingActions(), jobStatus(office)]).toEqual([[], 'onsite']);
    await press(/^Complete/);
    await press('Continue');
    await waitFor(() => expect(jobStatus(office)).toBe('complete'));
  });
  test.each([
    [
      'with a ticked task',
      [
        { is_completed: 1, completed_at: '2026-11-20T20:00:00.000Z' },
        { is_completed: 0, completed_at: null },
      ],
    ],
    ['that has no tasks', []],
  ])('completes a job %s without a question', async (_name, components) => {
    const office = openPhone([{ ...AT_WORK, components }]);
    openPage();
    await press(/^Complete/);
    await waitFor(() => expect(jobStatus(office)).toBe('complete'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  const HALVES = [1, 2] as const;
  test.each<[string, (button: HTMLElement, half: number) => void]>([
    ['a double click', (button, detail) => fireEvent.click(button, { detail })],
    // A phone counts each tap of two as the first.
    ['a double tap', (button) => fireEvent(button, new PointerEvent('click', { bubbles: true, pointerType: 'touch', detail: 1 }))],
  ])('is done once with %s, even if the second half hits the button of the next step', async (_name, half) => {
    const office = openPhone([ACCEPTED]);
    openPage();
    const onTheWay = await screen.findByRole('button', { name: /^Enroute/ });
    office.setOnline(false);
    // As fast as a hand: before the page shows the result of the first half, and after.
    act(() => {
      for (const which of HALVES) half(onTheWay, which);
    });
    half(await screen.findByRole('button', { name: /^Onsite/ }), 2);
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('1 waiting'));
    await press('Kitchen done');
    await waitFor(async () => expect((await waitingActions()).map(({ kind }) => kind)).toEqual(['status', 'component']));
  });
  test('counts two taps at different places, or with time between them, as two', async () => {
    const office = openPhone([ACCEPTED]);
    openPage();
    const tap = async (name: string | RegExp, clientY: number) => {
      const click = new PointerEvent('click', { bubbles: true, pointerType: 'touch', detail: 1, clientY });
      fireEvent(await screen.findByRole('button', { name }), click);
    };
    await remark('Hello');
    office.setOnline(false);
    await tap('Save Remark', 400);
    await tap(/^Enroute/, 700);
    vi.setSystemTime(Date.now() + 500);
    await tap(/^Onsite/, 700);
    await waitFor(async () =>
      expect((await waitingActions()).map((action) => (action.kind === 'status' ? action.status : action.kind))).toEqual([
        'remark',
        'enroute',
        'onsite',
      ]),
    );
  });
  test('explains a rejected step until the member has read it', async () => {
    const office = openPhone();
    addMember(office.shop, { first_name: 'Kim', employee_id: 'E-2', email: 'kim@example.com' });
    openPage();
    await screen.findByRole('button', { name: 'Accept' });
    await office.admin.dispatch.moveAssignment({ id: 1, teamMemberId: 2 });
    await press('Accept');
    const rejected = within(await screen.findByRole('region', { name: 'Not applied' }));
    expect(rejected.getByText(/Maria Santos: Accept/)).toBeVisible();
    expect(rejected.getByText(/This job is no longer yours: the office cancelled it, or gave it to somebody else\./)).toBeVisible();
    const gotIt = screen.getByRole('button', { name: 'Got It' });
    // The second half of a double click may hit the button of the next message.
    fireEvent.click(gotIt, { detail: 2 });
    expect(await waitingActions()).toHaveLength(1);
    await userEvent.click(gotIt);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not applied' })).toBeNull());
  });
});
