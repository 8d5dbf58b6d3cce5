import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../pages/company-profile';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/company-profile')({
  loader: ({ context }) => ({ today: context.today }),
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/company-profile',
      title: 'Company Profile',
      description: ({ city, name, region }) =>
        `${name} of ${city}, ${region}: our story, six services, where we work and how to reach us. To read, to print, or as a PDF.`,
    }),
  component: () => <Page {...Route.useLoaderData()} />,
});
