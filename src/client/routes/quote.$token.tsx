import { createFileRoute } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import { QuotePage } from '../features/quoting/quote-page';
import { linkErrorPages, throwNotFound } from '../features/site/link-page';
import { SiteFrame } from '../features/site/site-frame';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/quote/$token')({
  loader: async ({ context, params: { token } }) => {
    const calls = await context.loadCalls();
    const quote = await calls.quoting.getByToken.query({ token }).catch(throwNotFound);
    // Formatted here: the browser's formatting may differ by a letter.
    return { quote, approvedAt: quote.approvedAt && formatDateTime(quote.approvedAt) };
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
  component: Page,
  ...linkErrorPages({ record: 'quote', message: 'our message' }),
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
