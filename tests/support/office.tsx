import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import { vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { readToasts } from '../../src/client/ui/toast/toast-store';

// A screen of many buttons takes jsdom its time on a busy machine.
configure({ asyncUtilTimeout: 5000 });

type Input = Record<string, unknown>;
type Answer = (input: Input) => unknown;

/** Error that makes a faked call fail as the server would. */
export class Refusal extends Error {
  constructor(
    readonly httpStatus: number,
    message: string,
    readonly issues?: { path: string; message: string }[],
    readonly code = 'X',
  ) {
    super(message);
  }
}

async function answer(handlers: Record<string, Answer>, path: string, input: Input): Promise<unknown> {
  try {
    const handler = handlers[path];
    if (!handler) throw new Error(`Nobody answers ${path} here.`);
    return { result: { data: await handler(input) } };
  } catch (error) {
    // As a browser says that there is no network.
    if (error instanceof TypeError) throw error;
    const { httpStatus = 500, message, issues, code = 'X' } = error as Refusal;
    return { error: { message, code: -32600, data: { code, httpStatus, ...(issues && { issues }) } } };
  }
}

/** Replaces the network with handlers by call; `sent` returns the inputs of a call. */
export function fakeCalls(handlers: Record<string, Answer>) {
  const calls: { path: string; input: Input }[] = [];
  const network = async (address: unknown, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(address), 'http://localhost');
    const inputs = JSON.parse(String(init?.body ?? url.searchParams.get('input') ?? '{}')) as Record<string, Input | undefined>;
    const paths = url.pathname.replace('/trpc/', '').split(',');
    const asked = paths.map((path, place) => ({ path, input: inputs[place] ?? {} }));
    calls.push(...asked);
    const answers = await Promise.all(asked.map(({ path, input }) => answer(handlers, path, input)));
    return new Response(JSON.stringify(answers), { headers: { 'content-type': 'application/json' } });
  };
  vi.stubGlobal('fetch', vi.fn(network));
  return {
    handlers,
    sent: (path: string) => calls.filter((call) => call.path === path).map(({ input: { direction: _, ...input } }) => input),
  };
}

/** Opens an address on a page's own route, in nothing but its calls. `parents` are the layouts that it names. */
function openPage(route: AnyRoute, address: string, pattern: string, parents: readonly string[]) {
  const root = createRootRoute({
    component: () => (
      <CallsProvider>
        <Outlet />
      </CallsProvider>
    ),
  });
  const chain: AnyRoute[] = parents.map((id, place) => createRoute({ getParentRoute: () => chain[place - 1] ?? root, id }) as never);
  const page = route.update({ id: pattern, path: pattern, getParentRoute: () => chain.at(-1) } as never);
  const tree = chain.reduceRight<AnyRoute>((child, layout) => layout.addChildren([child]), page as never);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([tree]), history, defaultPendingMs: 0, defaultPendingMinMs: 0 });
  // jsdom lays nothing out, so it has nothing to scroll.
  vi.stubGlobal('scrollTo', () => undefined);
  render(<RouterProvider router={router as never} />);
  return { search: () => Object.fromEntries(new URLSearchParams(history.location.search)), path: () => history.location.pathname, router };
}

/** Opens an address on a staff page's own route, with nothing of the office around it. Answers where the browser is. */
export const openStaffPage = (route: AnyRoute, address: string) =>
  openPage(route, address, address.replace(/\?.*$/, ''), ['_office', '_staff']);

/** The same for a page of the cleaners, whose path ends in an id. */
export const openFieldPage = (route: AnyRoute, address: string) =>
  openPage(route, address, address.replace(/\/[^/]+$/, '/$id'), ['_field']);

/** The toast that is shown, or was last. */
export const lastToast = () => readToasts().at(-1);
