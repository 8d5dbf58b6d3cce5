import { useEffect, useState } from 'react';
import type { TaxRule } from '../../../shared/store-sums';
import { useCompany } from '../../ui/public/company';
import { useIsHydrated } from '../../ui/public/hydrated';
import { readCart } from './cart-store';
import { CheckoutForm } from './checkout-form';

export function CheckoutPage({ taxRule }: { taxRule: TaxRule }) {
  const isHydrated = useIsHydrated();
  return (
    <main id="main" className="bg-sage-50">
      <div className="wrap pt-6 pb-0 sm:pt-10 lg:pb-16">
        <a href="/store" className="inline-flex min-h-11 items-center gap-1.5 font-medium text-[15px] text-pine-700 hover:underline">
          <span aria-hidden="true">←</span> Back to the store
        </a>
        <h1 className="mt-1 mb-5 font-bold text-[clamp(30px,4vw,46px)] sm:mb-8">Checkout</h1>
        {isHydrated ? <WithCart taxRule={taxRule} /> : <CheckoutSkeleton />}
      </div>
    </main>
  );
}

function WithCart({ taxRule }: { taxRule: TaxRule }) {
  // Decided once: if the cart is emptied later, the checkout stays open and says so.
  const [isCartSaved] = useState(() => readCart() !== null);
  // Navigates to the store.
  useEffect(() => {
    if (!isCartSaved) window.location.replace('/store');
  }, [isCartSaved]);
  return isCartSaved ? <CheckoutForm taxRule={taxRule} /> : <CheckoutSkeleton />;
}

const CARD = 'h-72 rounded-card border border-line bg-paper motion-safe:animate-pulse';

function CheckoutSkeleton() {
  const { phone } = useCompany();
  return (
    <div role="status" className="pb-16">
      <span className="sr-only">Loading your order...</span>
      <noscript>
        <p className="mb-6 rounded-small bg-amber-100 px-4 py-3 font-medium">
          The cart and the checkout need JavaScript. You can also order by phone: {phone.display}.
        </p>
      </noscript>
      <div aria-hidden="true" className="grid gap-6 lg:grid-cols-[1fr_400px] lg:gap-8">
        <div className="grid gap-6">
          <div className={CARD} />
          <div className={CARD} />
        </div>
        <div className={CARD} />
      </div>
    </div>
  );
}
