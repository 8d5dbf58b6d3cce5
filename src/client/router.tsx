import { createRouter } from '@tanstack/react-router';
import type { ReturnedQuoteForm } from '../shared/quotes';
import { routeTree } from './routeTree.gen';

/** What the router's loaders get: the site's origin for head tags, and on the server a quote form sent without scripts. */
export type RouterContext = { origin: string; quoteForm: ReturnedQuoteForm | undefined };

/** One router per page view on the server, one for all in the browser. */
export const createAppRouter = (context: RouterContext) =>
  createRouter({ routeTree, context, defaultPendingMs: 0, defaultPendingMinMs: 0, defaultStaleTime: Number.POSITIVE_INFINITY });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
