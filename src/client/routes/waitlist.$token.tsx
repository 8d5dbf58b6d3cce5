import { createFileRoute } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import { linkErrorPages, throwNotFound } from '../features/site/link-page';
import { Page } from '../pages/waitlist';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/waitlist/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const entry = await calls.booking.getWaitlistEntry.query({ token }).catch(throwNotFound);
    // Formatted here: the browser's formatting may differ by a letter.
    return { token, initial: entry, initialUntil: entry.offeredUntil === null ? '' : formatDateTime(entry.offeredUntil) };
  },
  head: ({ matches }) => ({ meta: [{ title: `Waitlist · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: () => <Page {...Route.useLoaderData()} />,
  ...linkErrorPages({ record: 'waitlist', message: 'your email', shown: 'Your place on the list', unchanged: 'Your place' }),
});
