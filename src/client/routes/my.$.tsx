import { createFileRoute } from '@tanstack/react-router';
import { loadPortal, type PortalData } from '../features/portal/load-portal';
import { linkErrorPages } from '../features/site/link-page';
import { Page } from '../pages/my';
import { companyIn } from '../ui/public/company';

const TITLES: Partial<Record<PortalData['view'], string>> = {
  visits: 'Visits',
  invoices: 'Invoices',
  messages: 'Messages',
  details: 'Details',
};
const getTitle = (view: PortalData['view'] | undefined) => view && TITLES[view];

// One route for all pages of the client: each route adds to the scripts of the office.
export const Route = createFileRoute('/my/$')({
  loader: async ({ context, params: { _splat = '' } }) => ({ data: await loadPortal(await context.loadCalls(), _splat) }),
  head: ({ matches, loaderData }) => {
    const title = [getTitle(loaderData?.data.view), 'My Page', companyIn(matches).name].filter((part) => part !== undefined).join(' · ');
    return { meta: [{ title }, { name: 'robots', content: 'noindex' }] };
  },
  component: () => <Page {...Route.useLoaderData()} />,
  ...linkErrorPages({ record: 'page', message: 'our email' }),
});
