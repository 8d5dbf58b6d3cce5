import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../pages/appointments';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/appointments')({
  // The day is sent with the page, so that server and browser draw the same calendar around midnight.
  loader: ({ context }) => ({ today: context.today }),
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/appointments',
      title: 'Book Your Appointment',
      description: 'Pick a day and a time window and book your cleaning online, with 15% off the first one. Open every day, Pacific time.',
    }),
  component: () => <Page {...Route.useLoaderData()} />,
});
