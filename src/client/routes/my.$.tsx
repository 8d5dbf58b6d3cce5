import { createFileRoute } from '@tanstack/react-router';
import { loadPortal } from '../features/portal/load-portal';
import { linkErrorPages } from '../features/site/link-page';
import { Page } from '../pages/my';
import { companyIn } from '../ui/public/company';

// One route for all pages of the client: each route adds to the scripts of the office.
export const Route = createFileRoute('/my/$')({
  loader: async ({ context, params: { _splat = '' } }) => ({ data: await loadPortal(await context.loadCalls(), _splat) }),
  head: ({ matches }) => ({ meta: [{ title: `My Page · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: () => <Page {...Route.useLoaderData()} />,
  ...linkErrorPages({ record: 'page', message: 'our email' }),
});
