import { createFileRoute } from '@tanstack/react-router';
import { SiteFrame } from '../features/site/site-frame';
import { LoadFailure } from '../features/store/load-failure';
import { readView } from '../features/store/marketplace-view';
import { Page } from '../pages/marketplace';
import { pageHead } from '../ui/public/page-head';
import { parseSearch } from '../ui/public/search-params';

export const Route = createFileRoute('/marketplace')({
  loader: async ({ context, location }) => {
    const calls = await context.loadCalls();
    const [list, { showSampleRatings }] = await Promise.all([calls.store.browse.query({}), calls.settings.storefront.query()]);
    return { rendered: readView(parseSearch(location.searchStr)), first: { filter: {}, list }, showSampleRatings };
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/marketplace',
      title: 'Marketplace',
      description: ({ city }) => `Cleaning supplies our own crews use, and four service packages at a fixed price, in ${city} and around.`,
    }),
  component: () => <Page {...Route.useLoaderData()} />,
  errorComponent: () => (
    <SiteFrame>
      <LoadFailure title="The marketplace could not be opened" address="/marketplace" hasCart={false} />
    </SiteFrame>
  ),
});
