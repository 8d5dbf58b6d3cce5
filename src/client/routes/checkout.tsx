import { createFileRoute } from '@tanstack/react-router';
import { SiteFrame } from '../features/site/site-frame';
import { LoadFailure } from '../features/store/load-failure';
import { Page } from '../pages/checkout';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/checkout')({
  loader: async ({ context }) => {
    const { settings } = await context.loadCalls();
    const { taxRule } = await settings.storefront.query();
    return { taxRule };
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/checkout',
      title: 'Checkout',
      description: 'Complete your order: where it goes, how you pay, and what it comes to.',
    }),
  component: () => <Page {...Route.useLoaderData()} />,
  errorComponent: () => (
    <SiteFrame>
      <LoadFailure title="The checkout could not be opened" address="/checkout" />
    </SiteFrame>
  ),
});
