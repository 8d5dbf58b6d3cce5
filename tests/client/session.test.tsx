import { untyped } from '../support/untyped';
import '@testing-library/jest-dom/vitest';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const NOW = Date.parse('2026-11-20T20:00:00.000Z');
const MINUTE = 60_000;
const EXPIRED = { title: 'Session Expired', description: 'Your session has expired. Please log in again.', kind: 'destructive' };

/** Opens a page with fresh modules, since they hold the session's state. */
async function openPage() {
  vi.resetModules();
  const [gate, store, toasts, calls, keys] = await Promise.all([
    import('../../src/client/features/session/session-gate'),
    import('../../src/client/features/session/session-store'),
    import('../../src/client/ui/toast/toast-store'),
    import('../../src/client/trpc'),
    import('../../src/shared/session-keys'),
  ]);
  const shown: unknown[] = [];
  toasts.subscribeToToasts(() => shown.push(...toasts.readToasts().filter((toast) => toast.open)));
  return { ...gate, ...store, ...calls, ...keys, shown };
}
type Page = Awaited<ReturnType<typeof openPage>>;

const storeSession = (loginTime: string, flag = 'true') => {
  localStorage.setItem('adminAuthenticated', flag);
  localStorage.setItem('adminToken', 'a-token');
  localStorage.setItem('adminLoginTime', loginTime);
};
const stored = () => ['adminAuthenticated', 'adminLoginTime', 'adminToken'].map((key) => localStorage.getItem(key));
const draw = ({ SessionGate }: Page) =>
  render(
    <SessionGate outside={<p>Please log in</p>}>
      <p>The office</p>
    </SessionGate>,
  );
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

describe('the gate', () => {
  test.each([
    ['an ISO time, this moment', new Date(NOW).toISOString()],
    ['an ISO time, 29:59 ago', new Date(NOW - 30 * MINUTE + 1000).toISOString()],
    ['with an offset', '2026-11-20T12:45:00-07:00'],
    ['milliseconds as digits', String(NOW - 10 * MINUTE)],
    ['the words of Date.toString', new Date(NOW - 10 * MINUTE).toString()],
    ['the words of Date.toUTCString', new Date(NOW - 10 * MINUTE).toUTCString()],
  ])('opens with the flag and a login time under 30 minutes old: %s', async (_what, loginTime) => {
    storeSession(loginTime);
    const page = await openPage();
    draw(page);
    expect(screen.getByText('The office')).toBeInTheDocument();
    expect(page.shown).toEqual([]);
  });

  test.each([
    ['exactly 30 minutes ago', new Date(NOW - 30 * MINUTE).toISOString(), 'true'],
    ['yesterday', new Date(NOW - 1440 * MINUTE).toISOString(), 'true'],
    ['in the future', new Date(NOW + MINUTE).toISOString(), 'true'],
    ['unreadable', 'half past noon', 'true'],
    ['empty', '', 'true'],
    ['fresh, with a flag that is not true', new Date(NOW).toISOString(), 'yes'],
  ])('treats a login time that is %s as expired, clears the flags and says so once', async (_what, loginTime, flag) => {
    storeSession(loginTime, flag);
    const page = await openPage();
    draw(page);
    expect(screen.getByText('Please log in')).toBeInTheDocument();
    expect(screen.queryByText('The office')).toBeNull();
    expect(stored()).toEqual([null, null, null]);
    expect(page.shown).toMatchObject([EXPIRED]);
  });

  test('says nothing to a visitor who was never signed in', async () => {
    const page = await openPage();
    draw(page);
    expect(screen.getByText('Please log in')).toBeInTheDocument();
    expect(page.shown).toEqual([]);
  });

  test('shows a spinner until storage has been checked', async () => {
    const { SessionGate } = await openPage();
    const { renderToString } = await import('react-dom/server');
    const html = renderToString(<SessionGate outside="out">in</SessionGate>);
    expect(html).not.toMatch(/^(in|out)$/);
    expect(html).toContain('role="status"');
  });
});

describe('a new session', () => {
  test('is stored under the documented keys and opens the gate at once', async () => {
    const page = await openPage();
    draw(page);
    act(() => page.beginSession('the-token'));
    expect(screen.getByText('The office')).toBeInTheDocument();
    expect(stored()).toEqual(['true', '2026-11-20T20:00:00.000Z', 'the-token']);
  });

  test('ends after 30 minutes with both flags cleared and one toast', async () => {
    const page = await openPage();
    draw(page);
    act(() => page.beginSession('the-token'));
    await pass(30 * MINUTE - 1000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByText('The office')).toBeInTheDocument();
    await pass(1500);
    expect(screen.getByText('Please log in')).toBeInTheDocument();
    expect(stored()).toEqual([null, null, null]);
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event(page.SESSION_LOST));
      window.dispatchEvent(new StorageEvent('storage'));
    });
    await pass(60 * MINUTE);
    expect(page.shown).toMatchObject([EXPIRED]);
  });

  test('keeps the time of the login regardless of activity', async () => {
    storeSession(new Date(NOW - 20 * MINUTE).toISOString());
    draw(await openPage());
    await pass(9 * MINUTE);
    expect(screen.getByText('The office')).toBeInTheDocument();
    await pass(MINUTE + 100);
    expect(screen.getByText('Please log in')).toBeInTheDocument();
  });

  test('is over as soon as the page is shown after the computer slept past it', async () => {
    storeSession(new Date(NOW).toISOString());
    const page = await openPage();
    draw(page);
    vi.setSystemTime(NOW + 31 * MINUTE);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByText('Please log in')).toBeInTheDocument();
    expect(page.shown).toMatchObject([EXPIRED]);
  });

  test('does not claim to have expired after logout', async () => {
    const page = await openPage();
    draw(page);
    act(() => page.beginSession('the-token'));
    act(() => page.endSession());
    await pass(60 * MINUTE);
    expect(screen.getByText('Please log in')).toBeInTheDocument();
    expect([stored(), page.shown]).toEqual([[null, null, null], []]);
  });

  test('takes drafts of staff forms along at logout and expiry, and leaves those of visitors', async () => {
    for (const end of ['logout', 'expiry']) {
      localStorage.setItem('draft:staff:invoice', '{}');
      localStorage.setItem('draft:order', '{}');
      const page = await openPage();
      storeSession(new Date(NOW - (end === 'expiry' ? 31 * MINUTE : 0)).toISOString());
      draw(page);
      if (end === 'logout') act(() => page.endSession());
      expect([localStorage.getItem('draft:staff:invoice'), localStorage.getItem('draft:order')]).toEqual([null, '{}']);
    }
  });

  test('ends in all tabs when one logs out', async () => {
    const page = await openPage();
    draw(page);
    act(() => page.beginSession('the-token'));
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(screen.getByText('Please log in')).toBeInTheDocument();
  });
});

describe('a login', () => {
  test('in a browser that blocks the storage of the site says what to allow', async () => {
    vi.useRealTimers();
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('fetch', async () => Response.json([{ result: { data: { token: 'a-token' } } }]));
    await openPage();
    const { LoginForm } = await import('../../src/client/features/session/login-form');
    render(<LoginForm onReady={() => undefined} />);
    for (const label of [/^Username/, /^Password/]) fireEvent.change(screen.getByLabelText(label), { target: { value: 'owner-1234' } });
    fireEvent.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText(/^Your browser blocks the storage of this site/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Log In' })).toBeInTheDocument();
    vi.unstubAllGlobals();
  });
});

describe('a session the server no longer knows', () => {
  test('ends once at the first of several 401 answers', async () => {
    storeSession(new Date(NOW).toISOString());
    const page = await openPage();
    draw(page);
    const refusal = { error: { message: 'Please log in.', code: -32001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } } };
    const network = vi.fn<typeof fetch>(async (url) => {
      const calls = new URL(String(url), 'http://shop.test').pathname.split(',');
      return new Response(JSON.stringify(calls.map(() => refusal)), { status: 401, headers: { 'content-type': 'application/json' } });
    });
    vi.stubGlobal('fetch', network);
    const queries = page.createQueryClient();
    const client = page.createTrpcClient();
    const reads = [() => client.quotes.list.query({}), () => client.dispatch.summary.query(), () => client.mail.list.query({})];
    const outcomes = Promise.allSettled(reads.map((queryFn, index) => queries.fetchQuery<unknown>({ queryKey: [index], queryFn })));
    await pass(50);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(new Headers(network.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer a-token');
    expect(screen.getByText('Please log in')).toBeInTheDocument();
    expect(stored()).toEqual([null, null, null]);
    expect(page.shown).toMatchObject([EXPIRED]);
    vi.unstubAllGlobals();
  });

  test('is not reported to a visitor who is signed out', async () => {
    const page = await openPage();
    draw(page);
    act(() => void window.dispatchEvent(new Event(page.SESSION_LOST)));
    expect(page.shown).toEqual([]);
  });
});

describe('a staff path', () => {
  test('redirects visitors to /admin without a loop', async () => {
    vi.useRealTimers();
    storeSession('2020-01-01T00:00:00Z');
    const { SessionGate, GoToLogin, shown } = await openPage();
    const root = createRootRoute({ component: Outlet });
    const staff = createRoute({
      getParentRoute: () => root,
      path: '/invoices',
      component: () => (
        <SessionGate outside={<GoToLogin />}>
          <p>The office</p>
        </SessionGate>
      ),
    });
    const admin = createRoute({
      getParentRoute: () => root,
      path: '/admin',
      component: () => <SessionGate outside={<p>Admin login</p>}>in</SessionGate>,
    });
    const history = createMemoryHistory({ initialEntries: ['/invoices'] });
    const router = createRouter({ routeTree: root.addChildren([staff, admin]), history });
    const visited: string[] = [];
    router.subscribe('onResolved', ({ toLocation }) => visited.push(toLocation.pathname));
    // The registered router type belongs to the product's own routes.
    render(<RouterProvider router={untyped(router)} />);
    expect(await screen.findByText('Admin login')).toBeInTheDocument();
    await act(() => new Promise((done) => setTimeout(done, 100)));
    expect(history.location.pathname).toBe('/admin');
    expect(visited.filter((path) => path === '/admin')).toHaveLength(1);
    expect(shown).toMatchObject([EXPIRED]);
  });
});
