import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../pages/facebook-cover';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/facebook-cover')({
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/facebook-cover',
      title: 'Facebook Cover',
      description: ({ name }) =>
        `The cover picture of ${name} for a business page, drawn here, to copy or download, with a guide to setting the page up.`,
    }),
  component: Page,
});
