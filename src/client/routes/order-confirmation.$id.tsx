import { createFileRoute } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/time';
import { throwNotFound } from '../features/site/link-page';
import { SiteFrame } from '../features/site/site-frame';
import { LoadFailure } from '../features/store/load-failure';
import { OrderNotFound } from '../features/store/order-page';
import { Page } from '../pages/order-confirmation';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/order-confirmation/$id')({
  loader: async ({ context, params }) => {
    const { store } = await context.loadCalls();
    const order = await store.getOrder.query({ id: params.id }).catch(throwNotFound);
    // Formatted here: the browser's formatting may differ by a letter.
    return { order, placedAt: formatDateTime(order.createdAt) };
  },
  head: ({ matches }) => ({ meta: [{ title: `Order Confirmation · ${companyIn(matches).name}` }, { name: 'robots', content: 'noindex' }] }),
  component: () => <Page {...Route.useLoaderData()} />,
  notFoundComponent: () => (
    <SiteFrame>
      <OrderNotFound />
    </SiteFrame>
  ),
  errorComponent: Failure,
});

function Failure() {
  const { id } = Route.useParams();
  return (
    <SiteFrame>
      <LoadFailure title="The order could not be shown" address={`/order-confirmation/${encodeURIComponent(id)}`} />
    </SiteFrame>
  );
}
