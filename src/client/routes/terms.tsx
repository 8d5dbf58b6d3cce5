import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../pages/terms';
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
  component: () => <Page {...Route.useLoaderData()} />,
});
