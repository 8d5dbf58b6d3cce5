import type { AnyRouter } from '@tanstack/react-router';
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import { createAppRouter } from './router';
import type { RouterContext } from './router-context';

/** A rendered page, and the sources of the inline scripts that the router added. */
export type Rendered = { response: Response; scripts: string[] };

/** Renders the page of a request to HTML. An unknown path gets the 404 page with its status. */
export async function render(request: Request, context: RouterContext): Promise<Rendered> {
  const scripts: string[] = [];
  const handle = createRequestHandler({ request, createRouter: () => createAppRouter(context) });
  const response = await handle(({ responseHeaders, router }) => {
    noteScripts(router, scripts);
    return renderRouterToString({ responseHeaders, router, children: <RouterServer router={router} /> });
  });
  return { response, scripts };
}

/** Collects the sources of the hydration scripts as the router renders them. */
function noteScripts({ serverSsr }: AnyRouter, scripts: string[]): void {
  if (!serverSsr) return;
  const take = serverSsr.takeInitialHydrationScriptTags;
  serverSsr.takeInitialHydrationScriptTags = () => {
    const tags = take();
    if (tags) for (const { children } of [...tags.before, tags.boundary]) if (children) scripts.push(children);
    return tags;
  };
}

/** Returns a test that checks, ignoring case, if any route has a path. */
export function createRouteTest(): (path: string) => boolean {
  const { routesByPath } = createAppRouter({
    origin: '',
    today: undefined,
    company: undefined,
    quoteForm: undefined,
    loadCalls: () => Promise.reject(new Error('Nothing is rendered to find a route.')),
  });
  const patterns = Object.keys(routesByPath).map((path) => path.replace(/(?<=.)\/$/, '').replace(/\$\w+/g, '[^/]+'));
  const known = new RegExp(`^(?:${patterns.join('|')})$`, 'i');
  return (path) => known.test(path);
}
