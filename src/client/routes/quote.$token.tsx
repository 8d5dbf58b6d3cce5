import { createFileRoute, notFound } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import type { CallError } from '../call-error';
import { QuotePage } from '../features/quoting/quote-page';
import { SiteFrame } from '../features/site/site-frame';
import { companyIn } from '../ui/public/company';
import { LinkTrouble } from '../ui/public/link-trouble';

export const Route = createFileRoute('/quote/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const quote = await calls.quoting.getByToken.query({ token }).catch((error: CallError) => {
      throw error.data?.httpStatus === 404 ? notFound() : error;
    });
    // Formatted here: the browser's formatting may differ by a letter.
    return { quote, approvedAt: quote.approvedAt && formatDateTime(quote.approvedAt) };
  },
  head: ({ matches }) => ({ meta: [{ title: `Your Quote · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: Page,
  notFoundComponent: Invalid,
  errorComponent: Unreadable,
});

function Page() {
  const { token } = Route.useParams();
  const { quote, approvedAt } = Route.useLoaderData();
  return (
    <SiteFrame>
      <QuotePage key={token} token={token} initial={quote} initialApprovedAt={approvedAt} />
    </SiteFrame>
  );
}

function Invalid() {
  return (
    <SiteFrame>
      <LinkTrouble
        title="This quote link is not valid."
        text="Part of the link may be missing. Please open it from our message again, or call"
      />
    </SiteFrame>
  );
}

function Unreadable() {
  const { token } = Route.useParams();
  return (
    <SiteFrame>
      <LinkTrouble
        title="Your quote cannot be shown right now."
        text="Your quote has not changed. Please try again in a moment, or call"
        address={`/quote/${encodeURIComponent(token)}`}
      />
    </SiteFrame>
  );
}
