import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { Issue } from '../shared/errors';
import { routeTree } from './routeTree.gen';
import { createQueryClient, createTrpcClient, trpc } from './trpc';

/** A quote form that came back: what was typed, and what was wrong with it. */
export type QuoteFormState = { values: Record<string, string>; issues: Issue[]; message: string };
/** What the router's loaders get: the site's origin for head tags, and on the server a quote form sent without scripts. */
export type RouterContext = { origin: string; quoteForm: QuoteFormState | undefined };

/** One router per page view on the server, one for all in the browser. */
export function createAppRouter(context: RouterContext) {
  const queryClient = createQueryClient();
  const trpcClient = createTrpcClient();
  return createRouter({
    routeTree,
    context,
    defaultPendingMs: 0,
    defaultStaleTime: Number.POSITIVE_INFINITY,
    Wrap: ({ children }) => (
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </trpc.Provider>
    ),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
