import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { ROUTER_OPTIONS } from '../../src/client/router-options';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { openSession } from '../../src/server/session/service';
import { cookieNames } from '../../src/server/session/tokens';
import { SESSION_KEYS } from '../../src/shared/session-keys';
import { openClientSession } from './portal';
import { insertRow } from './rows';
import { openShop, type Shop } from './shop';
import { untyped } from './untyped';

type Input = Record<string, unknown>;

/** Replaces the answer of one call, or the whole response. `answer` makes the real call. */
type Fault = (answer: () => Promise<unknown>) => unknown;

/** The browser has no network. */
export const offline: Fault = () => Promise.reject(new TypeError('Failed to fetch'));
/** The server does its work, but the answer never arrives. */
export const loseAnswer: Fault = async (answer) => {
  await answer();
  throw new TypeError('Failed to fetch');
};
/** The server rejects the call. */
export const refuse =
  (httpStatus: number, message = 'Something went wrong.', issues?: { path: string; message: string }[]): Fault =>
  () => ({ error: { message, code: -32600, data: { code: 'X', httpStatus, ...(issues && { issues }) } } });

const ORIGIN = 'http://shop.test';
const { fetch: fetchFromOthers } = globalThis;

/** Rejects as `fetch` does when the request is aborted. The Request of Node does not accept a signal of jsdom. */
function untilAborted<T>(signal: AbortSignal | null | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason ?? new DOMException('This operation was aborted', 'AbortError'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
  return Promise.race([work, aborted]);
}

type Person = 'owner' | 'nobody' | { member: number } | { client: number };
type OfficeOptions = Parameters<typeof openShop>[0] & { as?: Person };

/** Stores a session of the person in the shop and in the browser, without a password. Returns the cookie. */
function signIn(shop: Shop, as: Person): string {
  if (as === 'nobody') return '';
  const names = cookieNames(ORIGIN);
  if (typeof as === 'object' && 'client' in as) return openClientSession(shop, as.client);
  if (as !== 'owner') return `${names.member}=${openSession(shop.ctx, 'member', as.member, 720)}`;
  insertRow(shop.db, 'users');
  const token = openSession(shop.ctx, 'admin', 1, 720);
  localStorage.setItem(SESSION_KEYS.token, token);
  return `${names.admin}=${token}`;
}

const BOUNDARY = 'form-of-a-test';
/** Encodes a form of jsdom, which the Request of Node does not accept. */
async function encodeForm(form: FormData): Promise<Uint8Array> {
  const parts: (string | Uint8Array)[] = [];
  for (const [name, value] of form) {
    const isText = typeof value === 'string';
    const file = isText ? '' : `; filename="${value.name}"\r\ncontent-type: ${value.type}`;
    parts.push(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`);
    parts.push(isText ? value : new Uint8Array(await value.arrayBuffer()), '\r\n');
  }
  return Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part as string)));
}

/** Makes the file of a response one of jsdom, whose forms do not accept a Blob of Node. */
const withBlob = (response: Response): Response =>
  Object.assign(response, {
    blob: async () => new Blob([await response.arrayBuffer()], { type: response.headers.get('content-type') ?? '' }),
  });

/** Answers requests of the browser by the shop's application, and calls with a fault by the fault. */
class Network {
  readonly calls: { path: string; input: Input }[] = [];
  readonly requests: { path: string; init: RequestInit }[] = [];
  readonly faults = new Map<string, Fault>();
  isOnline = true;
  constructor(
    readonly shop: Shop,
    public cookie: string,
  ) {}

  readonly fetch = (address: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(address), ORIGIN);
    if (!this.isOnline) return Promise.reject(new TypeError('Failed to fetch'));
    // A call of the server to another company, which a test answers on loopback.
    if (url.origin !== ORIGIN) return untilAborted(init.signal, fetchFromOthers(url, { ...init, signal: null }));
    if (url.pathname.startsWith('/trpc/')) return untilAborted(init.signal, this.#call(url, init));
    this.requests.push({ path: url.pathname + url.search, init });
    return untilAborted(init.signal, this.#request(url, init));
  };

  async #request(url: URL, init: RequestInit): Promise<Response> {
    const answer = async () => withBlob(await this.#forward(url, init));
    const result = await (this.faults.get(url.pathname) ?? ((pass) => pass()))(answer);
    if (result instanceof Response) return result;
    const { error } = result as { error: { message: string; data: { code: string; httpStatus: number } } };
    return Response.json({ message: error.message, code: error.data.code }, { status: error.data.httpStatus });
  }

  async #call(url: URL, init: RequestInit): Promise<Response> {
    const inputs = JSON.parse(String(init.body ?? url.searchParams.get('input') ?? '{}')) as Record<string, Input | undefined>;
    const asked = url.pathname
      .replace('/trpc/', '')
      .split(',')
      .map((path, index) => ({ path, input: inputs[index] ?? {} }));
    this.calls.push(...asked);
    if (!asked.some(({ path }) => this.faults.has(path))) return this.#forward(url, init);
    const alone = async ({ path, input }: (typeof asked)[number]) => {
      const body = JSON.stringify({ 0: input });
      const single = new URL(`/trpc/${path}?batch=1${init.body ? '' : `&input=${encodeURIComponent(body)}`}`, ORIGIN);
      const answer = async () => ((await (await this.#forward(single, init.body ? { ...init, body } : init)).json()) as unknown[])[0];
      return this.faults.get(path)?.(answer) ?? answer();
    };
    const answers = await Promise.all(asked.map(alone));
    return answers.find((made) => made instanceof Response) ?? Response.json(answers);
  }

  async #forward(url: URL, { signal: _, body, ...init }: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (body instanceof FormData) headers.set('content-type', `multipart/form-data; boundary=${BOUNDARY}`);
    headers.set('sec-fetch-site', 'same-origin');
    if (this.cookie) headers.set('cookie', this.cookie);
    const sent = body instanceof FormData ? await encodeForm(body) : body;
    return this.shop.app.request(url.href, { ...init, headers, ...(sent && { body: sent as BodyInit }) });
  }
}

/**
 * Opens a shop and puts it behind `fetch`, with the owner signed in unless `as` says otherwise. The clock of the screens stands at
 * the shop's time. Tests write rows through `admin`, `visitor` and `db`, and read what the screens sent with `sent`. A call is replaced
 * only to simulate a fault: by `fail` until `repair`, by `hold` until the function that it returns is called.
 */
export function openOffice({ as = 'owner', now = '2026-11-20T20:30:00.000Z', ...options }: OfficeOptions = {}) {
  const shop = openShop({ now, ...options });
  if (vi.isFakeTimers()) vi.setSystemTime(now);
  else vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  const network = new Network(shop, signIn(shop, as));
  vi.stubGlobal('fetch', vi.fn(network.fetch));
  const { calls, requests, faults } = network;
  return {
    shop,
    db: shop.db,
    admin: shop.admin,
    visitor: shop.visitor,
    requests,
    /** Returns the inputs of all calls of a procedure so far. */
    sent: (path: string) => calls.filter((call) => call.path === path).map(({ input: { direction: _, ...input } }) => input),
    fail: (path: string, fault: Fault) => void faults.set(path, fault),
    repair: (path: string) => void faults.delete(path),
    hold: (path: string) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      faults.set(path, async (answer) => {
        await released;
        return answer();
      });
      return () => {
        faults.delete(path);
        release();
      };
    },
    /** Signs another person in, in the same browser. */
    signInAs: (person: Person) => {
      network.cookie = signIn(shop, person);
    },
    /** Cuts the network off, or restores it. */
    setOnline: (isOnline: boolean) => {
      network.isOnline = isOnline;
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    },
    /** Moves the clocks of the screens and of the shop. */
    advance: (minutes: number) => {
      shop.clock.advance(minutes);
      vi.setSystemTime(shop.clock.at);
    },
  };
}

/** Opens an address on a page's own route, in nothing but its calls. `parents` are the layouts that it names. */
function openPage(route: AnyRoute, address: string, pattern: string, parents: readonly string[]) {
  const root = createRootRoute({
    component: () => (
      <main id="main">
        <CallsProvider>
          <Outlet />
        </CallsProvider>
      </main>
    ),
  });
  const chain: AnyRoute[] = parents.map((id, place) => untyped(createRoute({ getParentRoute: () => chain[place - 1] ?? root, id })));
  const page = route.update(untyped({ id: pattern, path: pattern, getParentRoute: () => chain.at(-1) }));
  const tree = chain.reduceRight<AnyRoute>((child, layout) => layout.addChildren([child]), untyped(page));
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([tree]), history, ...ROUTER_OPTIONS, scrollRestoration: true });
  // jsdom lays nothing out, so it has nothing to scroll.
  vi.stubGlobal('scrollTo', () => undefined);
  render(<RouterProvider router={untyped(router)} />);
  return { search: () => Object.fromEntries(new URLSearchParams(history.location.search)), path: () => history.location.pathname, router };
}

/** Opens an address on a staff page's own route, with nothing of the office around it. Answers where the browser is. */
export const openStaffPage = (route: AnyRoute, address: string) =>
  openPage(route, address, address.replace(/\?.*$/, ''), ['_office', '_staff']);

/** The same for a page of the cleaners, whose path ends in an id. */
export const openFieldPage = (route: AnyRoute, address: string) =>
  openPage(route, address, address.replace(/\/[^/]+$/, '/$id'), ['_field']);

/** Shows a part of the office with nothing around it. */
export function openPart(part: ReactNode): void {
  const root = createRootRoute({ component: () => <CallsProvider>{part}</CallsProvider> });
  vi.stubGlobal('scrollTo', () => undefined);
  render(<RouterProvider router={untyped(createRouter({ routeTree: root }))} />);
}

/** Elements in which a test looks: the whole screen, or a part of it as `findDialog` and `findPanel` return it. */
type Part = Pick<typeof screen, 'findByRole' | 'getByLabelText'>;
type Name = string | RegExp;

/** Waits for a button, then presses it. */
export const press = async (name: Name, part: Part = screen) => userEvent.click(await part.findByRole('button', { name }));
/** Opens the menu of the only record, or of that with the number, and presses an entry. */
export async function choose(entry: Name, number = '', part: Part = screen): Promise<void> {
  await press(new RegExp(`^More actions, ${number}`), part);
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
}
/** Returns the row of a table whose text has these words. */
export const findRow = async (words: RegExp) => screen.findByRole('row', { name: words });
/** Returns the field with a label. */
export const field = (label: Name, part: Part = screen) => part.getByLabelText<HTMLInputElement>(label);
/** Replaces the value of the field with a label in one step, without typing. */
export const change = (label: Name, value: string, part: Part = screen) => fireEvent.change(field(label, part), { target: { value } });
export const findDialog = async () => within(await screen.findByRole('dialog'));
export const findPanel = async (name: Name) => within(await screen.findByRole('region', { name }));

/** The toast that is shown, or was last. */
export const lastToast = () => readToasts().at(-1);
