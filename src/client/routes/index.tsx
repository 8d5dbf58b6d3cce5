import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page';
import { QuoteForm } from '../features/quotes/quote-form';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/')({
  validateSearch: (search: Record<string, unknown>): { inquiry?: 'received' } =>
    search.inquiry === 'received' ? { inquiry: 'received' } : {},
  loader: async ({ context }) => {
    const { settings } = await context.loadCalls();
    return { quoteForm: context.quoteForm, content: await settings.landing.query() };
  },
  head: ({ matches, loaderData }) =>
    pageHead(matches, {
      path: '/',
      title: loaderData?.content.headline ?? '',
      description: ({ city }) =>
        `Residential, commercial and specialty cleaning in ${city} and across BC. Ask for a free quote, or pick a window and book online.`,
    }),
  component: Landing,
});

function Landing() {
  const { quoteForm, content } = Route.useLoaderData();
  const { inquiry } = Route.useSearch();
  return (
    <SiteFrame isLanding>
      <LandingPage content={content} quoteForm={<QuoteForm returned={quoteForm} isReceived={inquiry === 'received'} />} />
    </SiteFrame>
  );
}
