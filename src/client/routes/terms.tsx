import { createFileRoute } from '@tanstack/react-router';
import { SITE_PAGE_TITLES } from '../../shared/site-pages';
import { SiteFrame } from '../features/site/site-frame';
import { TextPage } from '../features/site/text-page';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/terms')({
  loader: async ({ context }) => {
    const { settings } = await context.loadCalls();
    return settings.sitePage.query({ page: 'terms' });
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/terms',
      title: SITE_PAGE_TITLES.terms,
      description: ({ name }) => `What applies when you book a cleaning with ${name}, ask for a quote or order supplies.`,
    }),
  component: Page,
});

function Page() {
  const { text, updatedOn } = Route.useLoaderData();
  return (
    <SiteFrame>
      <TextPage title={SITE_PAGE_TITLES.terms} text={text} updatedOn={updatedOn} />
    </SiteFrame>
  );
}
