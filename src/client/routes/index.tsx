import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { company } from '../../shared/company';
import { LandingPage } from '../features/landing/landing-page';
import { QuoteForm } from '../features/quotes/quote-form';
import { SiteFrame } from '../features/site/site-frame';

const title = `${company.name} · Flawless Cleaning, Every Time`;
const description = `Residential, commercial and specialty cleaning in ${company.city} and across BC. Ask for a free quote, or pick a window and book online.`;

export const Route = createFileRoute('/')({
  validateSearch: (search: Record<string, unknown>): { inquiry?: 'received' } =>
    search.inquiry === 'received' ? { inquiry: 'received' } : {},
  loader: ({ context }) => ({ origin: context.origin, quoteForm: context.quoteForm }),
  head: ({ loaderData }) => ({
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: company.name },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: `${loaderData?.origin}/` },
      { property: 'og:image', content: `${loaderData?.origin}/og-image.png` },
      { property: 'og:image:alt', content: `${company.name}: Flawless Cleaning, Every Time` },
      { property: 'og:locale', content: 'en_CA' },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: `${loaderData?.origin}/` }],
  }),
  component: Landing,
});

const route = getRouteApi('/');

function Landing() {
  const { quoteForm } = route.useLoaderData();
  const { inquiry } = route.useSearch();
  return (
    <SiteFrame isLanding>
      <LandingPage quoteForm={<QuoteForm returned={quoteForm} isReceived={inquiry === 'received'} />} />
    </SiteFrame>
  );
}
