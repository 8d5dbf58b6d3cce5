import { createFileRoute } from '@tanstack/react-router';
import { CoverPage } from '../features/cover/cover-page';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/facebook-cover')({
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/facebook-cover',
      title: 'Facebook Cover',
      description: ({ name }) =>
        `The cover picture of ${name} for a business page, drawn here, to copy or download, with a guide to setting the page up.`,
    }),
  component: () => (
    <SiteFrame>
      <CoverPage />
    </SiteFrame>
  ),
});
