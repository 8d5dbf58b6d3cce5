import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../pages/landing';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/')({
  loader: async ({ context, location }) => {
    const { settings, pricing } = await context.loadCalls();
    const [content, estimator] = await Promise.all([settings.landing.query(), pricing.estimator.query()]);
    return {
      quoteForm: context.quoteForm,
      isReceived: new URLSearchParams(location.searchStr).get('inquiry') === 'received',
      content,
      estimator,
    };
  },
  head: ({ matches, loaderData }) =>
    pageHead(matches, {
      path: '/',
      title: loaderData?.content.headline ?? '',
      description: ({ city }) =>
        `Residential, commercial and specialty cleaning in ${city} and across BC. Ask for a free quote, or pick a window and book online.`,
    }),
  component: () => <Page {...Route.useLoaderData()} />,
});
