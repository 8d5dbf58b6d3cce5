import { createFileRoute, notFound } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import type { CallError } from '../call-error';
import { CallsProvider } from '../calls';
import { getToday } from '../clock';
import { ManagedBookingPage } from '../features/booking/managed-booking';
import { SiteFrame } from '../features/site/site-frame';
import { companyIn } from '../ui/public/company';
import { LinkTrouble } from '../ui/public/link-trouble';

export const Route = createFileRoute('/manage/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const booking = await calls.booking.getManaged.query({ token }).catch((error: CallError) => {
      throw error.data?.httpStatus === 404 ? notFound() : error;
    });
    // Formatted here: the browser's formatting may differ by a letter.
    return { booking, until: formatDateTime(booking.changeableUntil), today: context.today ?? getToday() };
  },
  head: ({ matches }) => ({ meta: [{ title: `Your Booking · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: Page,
  notFoundComponent: Invalid,
  errorComponent: Unreadable,
});

function Page() {
  const { booking, until, today } = Route.useLoaderData();
  const { token } = Route.useParams();
  return (
    <CallsProvider>
      <SiteFrame>
        <ManagedBookingPage token={token} initial={booking} initialUntil={until} today={today} />
      </SiteFrame>
    </CallsProvider>
  );
}

function Invalid() {
  return (
    <SiteFrame>
      <LinkTrouble
        title="This booking link is not valid."
        text="Part of the link may be missing. Please open it from your confirmation email again, or call"
      />
    </SiteFrame>
  );
}

function Unreadable() {
  const { token } = Route.useParams();
  return (
    <SiteFrame>
      <LinkTrouble
        title="Your booking cannot be shown right now."
        text="Your booking has not changed. Please try again in a moment, or call"
        address={`/manage/${encodeURIComponent(token)}`}
      />
    </SiteFrame>
  );
}
