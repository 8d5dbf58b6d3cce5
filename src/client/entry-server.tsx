import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server';
import { createAppRouter, type RouterContext } from './router';

/** Renders the page of a request to HTML; a path that is no page answers 404 with the 404 page. */
export function render(request: Request, context: RouterContext): Promise<Response> {
  const handle = createRequestHandler({ request, createRouter: () => createAppRouter(context) });
  return handle(({ responseHeaders, router }) =>
    renderRouterToString({ responseHeaders, router, children: <RouterServer router={router} /> }),
  );
}
