import { createFileRoute } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import { linkErrorPages, throwNotFound } from '../features/site/link-page';
import { Page } from '../pages/quote';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/quote/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const quote = await calls.quoting.getByToken.query({ token }).catch(throwNotFound);
    // Formatted here: the browser's formatting may differ by a letter.
    return { token, initial: quote, initialApprovedAt: quote.approvedAt && formatDateTime(quote.approvedAt) };
  },
  head: ({ matches }) => {
    const { name } = companyIn(matches);
    return {
      meta: [
        { title: `Your Quote · ${name}` },
        { name: 'description', content: `See what ${name} offers you, choose extras, and approve or decline the quote.` },
        { name: 'robots', content: 'noindex' },
      ],
    };
  },
  component: () => <Page {...Route.useLoaderData()} />,
  ...linkErrorPages({ record: 'quote', message: 'our message' }),
});
