import { createFileRoute } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import { formatDue } from '../features/booking/managed-booking';
import { linkErrorPages, throwNotFound } from '../features/site/link-page';
import { Page } from '../pages/manage';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/manage/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const booking = await calls.booking.getManaged.query({ token }).catch(throwNotFound);
    // Formatted here: the browser's formatting may differ by a letter.
    return {
      token,
      initial: booking,
      initialUntil: formatDateTime(booking.changeableUntil),
      initialDue: formatDue(booking),
      today: context.today,
    };
  },
  head: ({ matches }) => ({ meta: [{ title: `Your Booking · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: () => <Page {...Route.useLoaderData()} />,
  ...linkErrorPages({ record: 'booking', message: 'your confirmation email' }),
});
