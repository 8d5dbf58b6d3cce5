import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page';
import { QuoteForm } from '../features/quotes/quote-form';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/')({
  validateSearch: (search: Record<string, unknown>): { inquiry?: 'received' } =>
    search.inquiry === 'received' ? { inquiry: 'received' } : {},
  loader: ({ context }) => ({ quoteForm: context.quoteForm }),
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/',
      title: 'Flawless Cleaning, Every Time',
      description: ({ city }) =>
        `Residential, commercial and specialty cleaning in ${city} and across BC. Ask for a free quote, or pick a window and book online.`,
    }),
  component: Landing,
});

function Landing() {
  const { quoteForm } = Route.useLoaderData();
  const { inquiry } = Route.useSearch();
  return (
    <SiteFrame isLanding>
      <LandingPage quoteForm={<QuoteForm returned={quoteForm} isReceived={inquiry === 'received'} />} />
    </SiteFrame>
  );
}
