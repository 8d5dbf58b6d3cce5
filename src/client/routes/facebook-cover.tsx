import { createFileRoute } from '@tanstack/react-router';
import { company } from '../../shared/company';
import { CoverPage } from '../features/cover/cover-page';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/facebook-cover')({
  loader: ({ context }) => ({ origin: context.origin }),
  head: ({ loaderData }) =>
    pageHead({
      title: 'Facebook Cover',
      description: `The cover picture of ${company.name} for a business page, drawn here, to copy or download, with a guide to setting the page up.`,
      path: '/facebook-cover',
      origin: loaderData?.origin,
    }),
  component: Page,
});

function Page() {
  return (
    <SiteFrame>
      <CoverPage />
    </SiteFrame>
  );
}
