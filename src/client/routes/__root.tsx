import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import { company } from '../../shared/company';
import type { RouterContext } from '../router';
import { NotFoundPage } from '../ui/public/not-found-page';
import { Toaster } from '../ui/toast/toaster';

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: ({ context }) => ({ origin: context.origin }),
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'theme-color', content: '#16352c' },
      { title: company.name },
    ],
    links: [
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  component: Document,
  notFoundComponent: NotFoundPage,
});

function Document() {
  return (
    <html lang="en-CA">
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Toaster />
        <Scripts />
      </body>
    </html>
  );
}
