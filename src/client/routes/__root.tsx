import { createRootRouteWithContext, HeadContent, lazyRouteComponent, Outlet, Scripts } from '@tanstack/react-router';
import { DEFAULT_COMPANY } from '../../shared/company';
import type { RouterContext } from '../router-context';
import { CompanyProvider, companyIn } from '../ui/public/company';
import { Toaster } from '../ui/toast/toaster';

/** Returns true when no route has the path: then only the root matches. */
const isMissing = (matches: readonly unknown[]): boolean => matches.length === 1;

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: ({ context }) => ({ origin: context.origin, company: context.company ?? DEFAULT_COMPANY }),
  head: ({ matches }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'theme-color', content: '#16352c' },
      { title: isMissing(matches) ? `Page not found · ${companyIn(matches).name}` : companyIn(matches).name },
    ],
    links: [
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  component: Document,
  notFoundComponent: lazyRouteComponent(() => import('../ui/public/not-found-page'), 'NotFoundPage'),
});

function Document() {
  const { company } = Route.useLoaderData();
  return (
    <html lang="en-CA">
      <head>
        <HeadContent />
      </head>
      <body>
        <CompanyProvider value={company}>
          <Outlet />
        </CompanyProvider>
        <Toaster />
        <Scripts />
      </body>
    </html>
  );
}
