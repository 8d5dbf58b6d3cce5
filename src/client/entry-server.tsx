import type { AnyRouter } from '@tanstack/react-router';
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import type { PageData } from '../shared/page-data';
import { createAppRouter } from './router';
import { EMPTY_CONTEXT, type RouterContext } from './router-context';
import { companyIn } from './ui/public/company';

/** A rendered page, its data (undefined for an error page), and the sources of the inline scripts that the router added. */
export type Rendered = { response: Response; data: PageData | undefined; scripts: string[] };

/**
 * Renders the page of a request to HTML. An unknown path gets the 404 page with its status. A page that is not `isRouted` in the browser
 * has no scripts of the router.
 */
export async function render(request: Request, context: RouterContext, isRouted: boolean): Promise<Rendered> {
  const scripts: string[] = [];
  let data: PageData | undefined;
  const handle = createRequestHandler({ request, createRouter: () => createAppRouter(context) });
  const response = await handle(async ({ responseHeaders, router }) => {
    // Lets other requests run in between, since reading a page's data and drawing it take 50 ms each the first time.
    await new Promise((resume) => setTimeout(resume));
    const page = router.state.matches.at(-1);
    if (page?.status === 'success') data = { company: companyIn(router.state.matches), props: page.loaderData ?? {} };
    noteScripts(router, isRouted || !data ? scripts : undefined);
    return renderRouterToString({ responseHeaders, router, children: <RouterServer router={router} /> });
  });
  return { response, data, scripts };
}

/** Collects the sources of the hydration scripts as the router renders them; without a list, it leaves them out of the page. */
function noteScripts({ serverSsr }: AnyRouter, scripts: string[] | undefined): void {
  if (!serverSsr) return;
  const take = serverSsr.takeInitialHydrationScriptTags;
  serverSsr.takeInitialHydrationScriptTags = () => {
    const tags = take();
    if (!scripts) return undefined;
    if (tags) for (const { children } of [...tags.before, tags.boundary]) if (children) scripts.push(children);
    return tags;
  };
}

/** Returns a test that checks, ignoring case, if any route has a path. */
export function createRouteTest(): (path: string) => boolean {
  const { routesByPath } = createAppRouter(EMPTY_CONTEXT);
  const patterns = Object.keys(routesByPath).map((path) => path.replace(/(?<=.)\/$/, '').replace(/\$\w+/g, '[^/]+'));
  const known = new RegExp(`^(?:${patterns.join('|')})$`, 'i');
  return (path) => known.test(path);
}
