import { createFileRoute } from '@tanstack/react-router';
import { getToday } from '../clock';
import { ProfilePage } from '../features/profile/profile-page';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/company-profile')({
  loader: ({ context }) => ({ today: context.today ?? getToday() }),
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/company-profile',
      title: 'Company Profile',
      description: ({ city, name, region }) =>
        `${name} of ${city}, ${region}: our story, six services, where we work and how to reach us. To read, to print, or as a PDF.`,
    }),
  component: Page,
});

function Page() {
  const { today } = Route.useLoaderData();
  return (
    <SiteFrame>
      <ProfilePage today={today} />
    </SiteFrame>
  );
}
