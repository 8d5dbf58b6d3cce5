import { createFileRoute } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import { CallsProvider } from '../calls';
import { WaitlistPage } from '../features/booking/waitlist/waitlist-page';
import { linkErrorPages, throwNotFound } from '../features/site/link-page';
import { SiteFrame } from '../features/site/site-frame';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/waitlist/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const entry = await calls.booking.getWaitlistEntry.query({ token }).catch(throwNotFound);
    // Formatted here: the browser's formatting may differ by a letter.
    return { entry, until: entry.offeredUntil === null ? '' : formatDateTime(entry.offeredUntil) };
  },
  head: ({ matches }) => ({ meta: [{ title: `Waitlist · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: Page,
  ...linkErrorPages({ record: 'waitlist', message: 'your email', shown: 'Your place on the list', unchanged: 'Your place' }),
});

function Page() {
  const { entry, until } = Route.useLoaderData();
  const { token } = Route.useParams();
  return (
    <CallsProvider>
      <SiteFrame>
        <WaitlistPage token={token} initial={entry} initialUntil={until} />
      </SiteFrame>
    </CallsProvider>
  );
}
