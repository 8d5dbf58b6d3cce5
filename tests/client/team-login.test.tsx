import { untyped } from '../support/untyped';
import '@testing-library/jest-dom/vitest';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { sessions } from '../../db/schema';
import { FieldFrame } from '../../src/client/features/field/field-frame';
import { readMemberSession } from '../../src/client/features/field/member-session';
import { Route } from '../../src/client/routes/_field.team-login';
import { hashPassword } from '../../src/server/session/passwords';
import { company } from '../../src/shared/company';
import { SESSION_LOST } from '../../src/shared/session-keys';
import { lastToast, offline, openOffice, refuse } from '../support/office';
import { insertRow } from '../support/rows';

const PASSWORD = 'long enough';

/** Opens the login in the cleaners' frame of an office where Dee has an account. */
async function openLogin(as: 'owner' | 'nobody' = 'nobody') {
  const office = openOffice({ as });
  insertRow(office.db, 'team_members', { employee_id: 'E-7', password_hash: await hashPassword(PASSWORD), must_change_password: 0 });
  const root = createRootRoute();
  const field = createRoute({ getParentRoute: () => root, id: '_field', component: FieldFrame });
  const page = Route.update(untyped({ id: 'team-login', path: '/team-login', getParentRoute: () => field }));
  const dashboard = createRoute({ getParentRoute: () => root, path: '/team-member-dashboard/$id', component: () => <p>The dashboard</p> });
  const history = createMemoryHistory({ initialEntries: ['/team-login'] });
  const router = createRouter({ routeTree: root.addChildren([field.addChildren([untyped(page)]), dashboard]), history });
  vi.stubGlobal('scrollTo', () => undefined);
  render(<RouterProvider router={untyped(router)} />);
  return { ...office, path: () => history.location.pathname };
}
const fill = async (employeeId: string, password: string) => {
  fireEvent.change(await screen.findByLabelText(/^Employee ID/), { target: { value: employeeId } });
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: password } });
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
};

describe('the team login', () => {
  test('names the company in its title, and shows how to reach it', async () => {
    await openLogin();
    expect(await screen.findByRole('link', { name: company.phone.display })).toHaveAttribute('href', company.phone.href);
    expect(screen.getByRole('link', { name: company.email })).toHaveAttribute('href', `mailto:${company.email}`);
    expect(await Route.options.head?.(untyped({ matches: [] }))).toEqual({ meta: [{ title: `Team Login · ${company.name}` }] });
  });
  test("welcomes the member, stores the session and opens the member's dashboard", async () => {
    const page = await openLogin();
    await fill('E-7', PASSWORD);
    expect(await screen.findByText('The dashboard')).toBeInTheDocument();
    expect(page.path()).toBe('/team-member-dashboard/1');
    expect(page.db.select().from(sessions).all()).toMatchObject([{ kind: 'member', subjectId: 1 }]);
    expect(lastToast()).toMatchObject({ title: 'Login Successful', description: 'Welcome back, Dee Marsh!' });
    const stored = JSON.parse(localStorage.getItem('teamMemberSession') ?? '');
    expect(stored).toEqual({ id: 1, name: 'Dee Marsh', role: 'cleaner', loginTime: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/) });
    expect(readMemberSession()).toEqual(stored);
  });

  test('shows the documented words at missing fields and sends nothing', async () => {
    const page = await openLogin();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.getByLabelText(/^Employee ID/)).toHaveAccessibleDescription('Employee ID is required'));
    expect(screen.getByLabelText(/^Password/)).toHaveAccessibleDescription('Password must be at least 4 characters');
    expect(screen.getByLabelText(/^Employee ID/)).toHaveFocus();
    expect(screen.getByLabelText(/^Employee ID/)).toHaveAttribute('aria-required', 'true');
    expect(page.sent('team.login')).toEqual([]);
  });

  test.each([
    [401, 'Invalid credentials. Please try again.'],
    [429, 'Account locked. Try again in 240 seconds.'],
  ])("shows the server's words after a %i and asks for the password again", async (status, message) => {
    const page = await openLogin();
    if (status === 429) page.fail('team.login', refuse(status, message));
    const lost = vi.fn();
    window.addEventListener(SESSION_LOST, lost);
    await fill('E-7', 'wrong one');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Login Failed', description: message, kind: 'destructive' }));
    expect(screen.getByLabelText(/^Password/)).toHaveValue('');
    expect(screen.getByLabelText(/^Password/)).toHaveFocus();
    expect(screen.getByLabelText(/^Employee ID/)).toHaveValue('E-7');
    expect([page.path(), localStorage.getItem('teamMemberSession')]).toEqual(['/team-login', null]);
    expect(lost).not.toHaveBeenCalled();
    window.removeEventListener(SESSION_LOST, lost);
  });

  test('shows the documented words without an answer', async () => {
    (await openLogin()).fail('team.login', offline);
    await fill('E-7', PASSWORD);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Login Failed',
        description: 'Invalid credentials. Please try again.',
        kind: 'destructive',
      }),
    );
  });

  test('sends no token of the office when the owner is signed in in this browser', async () => {
    await openLogin('owner');
    await fill('E-7', PASSWORD);
    await screen.findByText('The dashboard');
    const [, init] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(new Headers(init?.headers).has('authorization')).toBe(false);
  });

  test('names whom to ask for a password', async () => {
    await openLogin();
    expect(await screen.findByText(/contact your supervisor or an admin/)).toBeInTheDocument();
  });
});
