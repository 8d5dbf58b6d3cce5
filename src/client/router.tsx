import { createRouter } from '@tanstack/react-router';
import type { RouterContext } from './router-context';
import { ROUTER_OPTIONS } from './router-options';
import { routeTree } from './routeTree.gen';

/** Creates the router: one per page view on the server, one in all in the browser, which alone has a page to scroll. */
export const createAppRouter = (context: RouterContext, options?: { scrollRestoration: boolean }) =>
  createRouter({ routeTree, context, ...ROUTER_OPTIONS, ...options });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
