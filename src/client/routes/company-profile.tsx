import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { company } from '../../shared/company';
import { businessDay } from '../../shared/time';
import { ProfilePage } from '../features/profile/profile-page';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/company-profile')({
  loader: ({ context }) => ({ origin: context.origin, today: context.today ?? businessDay(new Date()) }),
  head: ({ loaderData }) =>
    pageHead({
      title: 'Company Profile',
      description: `${company.name} of ${company.city}, ${company.region}: our story, six services, where we work and how to reach us. To read, to print, or as a PDF.`,
      path: '/company-profile',
      origin: loaderData?.origin,
    }),
  component: Page,
});

const route = getRouteApi('/company-profile');

function Page() {
  const { today } = route.useLoaderData();
  return (
    <SiteFrame>
      <ProfilePage today={today} />
    </SiteFrame>
  );
}
