import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { countItems } from '../../shared/cart';
import { STORE_CATEGORIES } from '../../shared/store-options';
import { CallsProvider } from '../calls';
import { SiteFrame } from '../features/site/site-frame';
import { CartPanel } from '../features/store/cart-panel';
import { isCartStored, readCart, saveCart, useCart } from '../features/store/cart-store';
import { LoadFailure } from '../features/store/load-failure';
import { StorePage, type StoreSearch } from '../features/store/store-page';
import { pageHead } from '../ui/public/page-head';

function readSearch({ category, q }: Record<string, unknown>): StoreSearch {
  const known = STORE_CATEGORIES.find((word) => word !== 'all' && word === String(category ?? '').toLowerCase());
  return { category: known, q: q === undefined || q === '' ? undefined : String(q).slice(0, 100) };
}

export const Route = createFileRoute('/store')({
  validateSearch: readSearch,
  // Without dependencies: the server renders the first view, and then the page reads the address itself.
  loader: async ({ context, location }) => {
    const { category } = readSearch(location.search);
    const { store, settings } = await context.loadCalls();
    const [list, storefront] = await Promise.all([store.browse.query(category ? { category } : {}), settings.storefront.query()]);
    return { first: { filter: { category }, list }, taxRule: storefront.taxRule };
  },
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/store',
      title: 'Supply Store',
      description: ({ city }) => `Supplies for homes and businesses, delivered in the ${city} area in 1 to 3 business days.`,
    }),
  component: Page,
  errorComponent: () => (
    <SiteFrame>
      <LoadFailure title="The store could not be opened" address="/store" />
    </SiteFrame>
  ),
});

function Page() {
  const { first, taxRule } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const cart = useCart() ?? [];
  const [isCartOpen, setIsCartOpen] = useState(false);
  const open = useCallback(() => setIsCartOpen(true), []);
  const close = useCallback(() => setIsCartOpen(false), []);
  const checkOut = () => {
    saveCart(readCart() ?? []);
    // A cart that the browser could not store stays in this page's memory.
    if (isCartStored()) window.location.assign('/checkout');
    else void navigate({ to: '/checkout' });
  };
  return (
    <SiteFrame cart={{ count: countItems(cart), isOpen: isCartOpen, onOpen: () => setIsCartOpen(!isCartOpen) }}>
      <CartPanel isOpen={isCartOpen} onClose={close} taxRule={taxRule} onCheckout={checkOut} />
      <CallsProvider>
        <StorePage
          first={first}
          taxRule={taxRule}
          search={search}
          onSearch={(next, isSmall = false) => void navigate({ to: '/store', search: next, replace: isSmall, resetScroll: false })}
          isCartOpen={isCartOpen}
          onOpenCart={open}
          onCheckout={checkOut}
        />
      </CallsProvider>
    </SiteFrame>
  );
}
