import { createFileRoute } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import { CallsProvider } from '../calls';
import { getToday } from '../clock';
import { formatDue, ManagedBookingPage } from '../features/booking/managed-booking';
import { linkErrorPages, throwNotFound } from '../features/site/link-page';
import { SiteFrame } from '../features/site/site-frame';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/manage/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const booking = await calls.booking.getManaged.query({ token }).catch(throwNotFound);
    // Formatted here: the browser's formatting may differ by a letter.
    return { booking, until: formatDateTime(booking.changeableUntil), due: formatDue(booking), today: context.today ?? getToday() };
  },
  head: ({ matches }) => ({ meta: [{ title: `Your Booking · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: Page,
  ...linkErrorPages({ record: 'booking', message: 'your confirmation email' }),
});

function Page() {
  const { booking, until, due, today } = Route.useLoaderData();
  const { token } = Route.useParams();
  return (
    <CallsProvider>
      <SiteFrame>
        <ManagedBookingPage token={token} initial={booking} initialUntil={until} initialDue={due} today={today} />
      </SiteFrame>
    </CallsProvider>
  );
}
