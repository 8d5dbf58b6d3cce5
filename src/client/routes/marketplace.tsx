import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { StoreProduct } from '../../shared/cart';
import { CallsProvider } from '../calls';
import { SiteFrame } from '../features/site/site-frame';
import { LoadFailure } from '../features/store/load-failure';
import { MarketplacePage } from '../features/store/marketplace-page';
import type { ChangeView } from '../features/store/marketplace-view';
import { readView } from '../features/store/marketplace-view';
import { pageHead } from '../ui/public/page-head';

export const Route = createFileRoute('/marketplace')({
  validateSearch: readView,
  loader: async ({ context }) => {
    const calls = await context.loadCalls();
    const [list, { showSampleRatings }] = await Promise.all([calls.store.browse.query({}), calls.settings.storefront.query()]);
    return { first: { filter: {}, list }, showSampleRatings };
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/marketplace',
      title: 'Marketplace',
      description: ({ city }) => `Cleaning supplies our own crews use, and four service packages at a fixed price, in ${city} and around.`,
    }),
  component: Page,
  errorComponent: () => (
    <SiteFrame>
      <LoadFailure title="The marketplace could not be opened" address="/marketplace" hasCart={false} />
    </SiteFrame>
  ),
});

function Page() {
  const { first, showSampleRatings } = Route.useLoaderData();
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  const [cart, setCart] = useState<readonly StoreProduct[]>([]);
  const [isCartOpen, setIsCartOpen] = useState(false);
  const add = useCallback((product: StoreProduct) => setCart((before) => [...before, product]), []);
  const change: ChangeView = useCallback(
    (part, isNewStep = false) => void navigate({ search: (before) => ({ ...before, ...part }), replace: !isNewStep, resetScroll: false }),
    [navigate],
  );
  return (
    <SiteFrame cart={{ count: cart.length, onOpen: () => setIsCartOpen(true) }}>
      <CallsProvider>
        <MarketplacePage
          {...{ view, first, showSampleRatings, cart, isCartOpen }}
          onChange={change}
          onAdd={add}
          onCartOpenChange={setIsCartOpen}
          onCartMoved={() => {
            setCart([]);
            setIsCartOpen(false);
          }}
        />
      </CallsProvider>
    </SiteFrame>
  );
}
