import { createFileRoute } from '@tanstack/react-router';
import { linkErrorPages, throwNotFound } from '../features/site/link-page';
import { Page } from '../pages/visit';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/visit/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    return { token, initial: await calls.visits.get.query({ token }).catch(throwNotFound) };
  },
  head: ({ matches }) => ({ meta: [{ title: `Your Visit · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: () => <Page {...Route.useLoaderData()} />,
  ...linkErrorPages({ record: 'visit', message: 'your reminder' }),
});
