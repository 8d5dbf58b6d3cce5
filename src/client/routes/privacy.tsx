import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/legal/legal-page';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/privacy')({
  loader: async ({ context }) => {
    const { settings } = await context.loadCalls();
    return settings.sitePage.query({ page: 'privacy' });
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/privacy',
      title: 'Privacy Policy',
      description: ({ name }) => `Which personal information ${name} collects, why, how long we keep it, and what you can ask of us.`,
    }),
  component: Page,
});

function Page() {
  const { text, updatedOn } = Route.useLoaderData();
  return (
    <SiteFrame>
      <LegalPage page="privacy" text={text} updatedOn={updatedOn} />
    </SiteFrame>
  );
}
