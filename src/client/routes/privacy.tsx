import { createFileRoute } from '@tanstack/react-router';
import { SITE_PAGE_TITLES } from '../../shared/site-pages';
import { SiteFrame } from '../features/site/site-frame';
import { TextPage } from '../features/site/text-page';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/privacy')({
  loader: async ({ context }) => {
    const { settings } = await context.loadCalls();
    return settings.sitePage.query({ page: 'privacy' });
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/privacy',
      title: SITE_PAGE_TITLES.privacy,
      description: ({ name }) => `Which personal information ${name} collects, why, how long we keep it, and what you can ask of us.`,
    }),
  component: Page,
});

function Page() {
  const { text, updatedOn } = Route.useLoaderData();
  return (
    <SiteFrame>
      <TextPage title={SITE_PAGE_TITLES.privacy} text={text} updatedOn={updatedOn} />
    </SiteFrame>
  );
}
