import { createFileRoute } from '@tanstack/react-router';
import { SiteFrame } from '../features/site/site-frame';
import { LoadFailure } from '../features/store/load-failure';
import { readSearch } from '../features/store/store-search';
import { Page } from '../pages/store';
import { pageHead } from '../ui/public/page-head';
import { parseSearch } from '../ui/public/search-params';

export const Route = createFileRoute('/store')({
  // No `loaderDeps`: the server renders the first view, and after that the page reads the address itself.
  loader: async ({ context, location }) => {
    const { category } = readSearch(parseSearch(location.searchStr));
    const { store, settings } = await context.loadCalls();
    const [list, storefront] = await Promise.all([store.browse.query(category ? { category } : {}), settings.storefront.query()]);
    return { first: { filter: { category }, list }, taxRule: storefront.taxRule };
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/store',
      title: 'Supply Store',
      description: ({ city }) => `Supplies for homes and businesses, delivered in the ${city} area in 1 to 3 business days.`,
    }),
  component: () => <Page {...Route.useLoaderData()} />,
  errorComponent: () => (
    <SiteFrame>
      <LoadFailure title="The store could not be opened" address="/store" />
    </SiteFrame>
  ),
});
