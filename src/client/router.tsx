import { createRouter } from '@tanstack/react-router';
import type { RouterContext } from './router-context';
import { routeTree } from './routeTree.gen';

/** Creates the router: one per page view on the server, one in all in the browser. */
export const createAppRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultStaleTime: Number.POSITIVE_INFINITY,
    // What a screen reads from the address is a new object only if its values change.
    defaultStructuralSharing: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
