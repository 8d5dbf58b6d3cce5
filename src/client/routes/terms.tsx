import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/legal/legal-page';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/terms')({
  loader: async ({ context }) => {
    const { settings } = await context.loadCalls();
    return settings.sitePage.query({ page: 'terms' });
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/terms',
      title: 'Terms of Service',
      description: ({ name }) => `What applies when you book a cleaning with ${name}, ask for a quote or order supplies.`,
    }),
  component: Page,
});

function Page() {
  const { text, updatedOn } = Route.useLoaderData();
  return (
    <SiteFrame>
      <LegalPage page="terms" text={text} updatedOn={updatedOn} />
    </SiteFrame>
  );
}
