import { createFileRoute, notFound } from '@tanstack/react-router';
import type { CallError } from '../call-error';
import { CallsProvider } from '../calls';
import { SiteFrame } from '../features/site/site-frame';
import { VisitPage } from '../features/visits/visit-page';
import { companyIn } from '../ui/public/company';
import { LinkTrouble } from '../ui/public/link-trouble';

export const Route = createFileRoute('/visit/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    return calls.visits.get.query({ token }).catch((error: CallError) => {
      throw error.data?.httpStatus === 404 ? notFound() : error;
    });
  },
  head: ({ matches }) => ({ meta: [{ title: `Your Visit · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: Page,
  notFoundComponent: Invalid,
  errorComponent: Unreadable,
});

function Page() {
  const { token } = Route.useParams();
  return (
    <CallsProvider>
      <SiteFrame>
        <VisitPage token={token} initial={Route.useLoaderData()} />
      </SiteFrame>
    </CallsProvider>
  );
}

function Invalid() {
  return (
    <SiteFrame>
      <LinkTrouble
        title="This visit link is not valid."
        text="Part of the link may be missing. Please open it from your reminder again, or call"
      />
    </SiteFrame>
  );
}

function Unreadable() {
  const { token } = Route.useParams();
  return (
    <SiteFrame>
      <LinkTrouble
        title="Your visit cannot be shown right now."
        text="Your visit has not changed. Please try again in a moment, or call"
        address={`/visit/${encodeURIComponent(token)}`}
      />
    </SiteFrame>
  );
}
