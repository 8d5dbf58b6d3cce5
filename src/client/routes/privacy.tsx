import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../pages/privacy';
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
  component: () => <Page {...Route.useLoaderData()} />,
});
