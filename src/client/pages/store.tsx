import { lazy, Suspense, useCallback, useState } from 'react';
import { countItems } from '../../shared/cart';
import type { TaxRule } from '../../shared/store-sums';
import { CallsProvider } from '../calls';
import { SiteFrame } from '../features/site/site-frame';
import { CartPanel } from '../features/store/cart-panel';
import { isCartStored, readCart, saveCart, useCart } from '../features/store/cart-store';
import { StorePage } from '../features/store/store-page';
import { readSearch } from '../features/store/store-search';
import type { FirstPage } from '../features/store/use-catalogue';
import { moveTo, useIsAt, useSearchParams } from '../ui/public/search-params';

const Checkout = lazy(() => import('./checkout').then((module) => ({ default: module.Page })));
const CHECKOUT = '/checkout';
const RENDERED = {};

export function Page({ first, taxRule }: { first: FirstPage; taxRule: TaxRule }) {
  const [search, changeSearch] = useSearchParams(readSearch, RENDERED);
  const cart = useCart() ?? [];
  const [isCartOpen, setIsCartOpen] = useState(false);
  const isCheckout = useIsAt(CHECKOUT);
  const open = useCallback(() => setIsCartOpen(true), []);
  const close = useCallback(() => setIsCartOpen(false), []);
  const checkOut = () => {
    saveCart(readCart() ?? []);
    if (isCartStored()) window.location.assign(CHECKOUT);
    else moveTo(CHECKOUT);
  };
  // A cart that the browser could not store is in this page's memory only, so the checkout opens on the same page.
  if (isCheckout)
    return (
      <Suspense fallback={null}>
        <Checkout taxRule={taxRule} />
      </Suspense>
    );
  return (
    <SiteFrame cart={{ count: countItems(cart), isOpen: isCartOpen, onOpen: () => setIsCartOpen(!isCartOpen) }}>
      <CartPanel isOpen={isCartOpen} onClose={close} taxRule={taxRule} onCheckout={checkOut} />
      <CallsProvider>
        <StorePage
          first={first}
          taxRule={taxRule}
          search={search}
          onSearch={(next, isSmall = false) => changeSearch(next, !isSmall)}
          isCartOpen={isCartOpen}
          onOpenCart={open}
          onCheckout={checkOut}
        />
      </CallsProvider>
    </SiteFrame>
  );
}
