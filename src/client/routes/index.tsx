import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page';
import { QuoteForm } from '../features/quotes/quote-form';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/')({
  validateSearch: (search: Record<string, unknown>): { inquiry?: 'received' } =>
    search.inquiry === 'received' ? { inquiry: 'received' } : {},
  loader: async ({ context }) => {
    const { settings, pricing } = await context.loadCalls();
    const [content, estimator] = await Promise.all([settings.landing.query(), pricing.estimator.query()]);
    return { quoteForm: context.quoteForm, content, estimator };
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
  const { quoteForm, content, estimator } = Route.useLoaderData();
  const { inquiry } = Route.useSearch();
  return (
    <SiteFrame isLanding>
      <LandingPage
        content={content}
        estimator={estimator}
        quoteForm={<QuoteForm returned={quoteForm} isReceived={inquiry === 'received'} />}
      />
    </SiteFrame>
  );
}
