import { createFileRoute, notFound } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import type { CallError } from '../call-error';
import { CallsProvider } from '../calls';
import { WaitlistPage } from '../features/booking/waitlist/waitlist-page';
import { SiteFrame } from '../features/site/site-frame';
import { companyIn } from '../ui/public/company';
import { LinkTrouble } from '../ui/public/link-trouble';

export const Route = createFileRoute('/waitlist/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const entry = await calls.booking.getWaitlistEntry.query({ token }).catch((error: CallError) => {
      throw error.data?.httpStatus === 404 ? notFound() : error;
    });
    // Formatted here: the browser's formatting may differ by a letter.
    return { entry, until: entry.offeredUntil === null ? '' : formatDateTime(entry.offeredUntil) };
  },
  head: ({ matches }) => ({ meta: [{ title: `Waitlist · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: Page,
  notFoundComponent: Invalid,
  errorComponent: Unreadable,
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

function Invalid() {
  return (
    <SiteFrame>
      <LinkTrouble
        title="This waitlist link is not valid."
        text="Part of the link may be missing. Please open it from your email again, or call"
      />
    </SiteFrame>
  );
}

function Unreadable() {
  const { token } = Route.useParams();
  return (
    <SiteFrame>
      <LinkTrouble
        title="Your place on the list cannot be shown right now."
        text="Your place has not changed. Please try again in a moment, or call"
        address={`/waitlist/${encodeURIComponent(token)}`}
      />
    </SiteFrame>
  );
}
