import { createFileRoute } from '@tanstack/react-router';
import { CallsProvider } from '../calls';
import { linkErrorPages, throwNotFound } from '../features/site/link-page';
import { SiteFrame } from '../features/site/site-frame';
import { VisitPage } from '../features/visits/visit-page';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/visit/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    return calls.visits.get.query({ token }).catch(throwNotFound);
  },
  head: ({ matches }) => ({ meta: [{ title: `Your Visit · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: Page,
  ...linkErrorPages({ record: 'visit', message: 'your reminder' }),
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
