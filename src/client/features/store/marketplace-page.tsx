import { clsx } from 'clsx';
import { type KeyboardEvent, lazy, Suspense, useRef } from 'react';
import { SERVICE_PACKAGES, type ServicePackage } from '../../../shared/packages';
import { trackBooking } from '../../ui/public/analytics';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { QuoteLink } from '../../ui/public/quote-link';
import { MarketplaceProducts, type MarketplaceProductsProps } from './marketplace-products';
import { MARKETPLACE_TABS, type MarketplaceTab } from './marketplace-view';
import { isPlainClick } from './plain-click';

// Loads the dialog library when the first dialog opens.
const CartDialog = lazy(() => import('./marketplace-cart').then((module) => ({ default: module.CartDialog })));

type MarketplacePageProps = MarketplaceProductsProps & {
  isCartOpen: boolean;
  onCartOpenChange: (isOpen: boolean) => void;
  onCartMoved: () => void;
};

export function MarketplacePage({ isCartOpen, onCartOpenChange, onCartMoved, ...props }: MarketplacePageProps) {
  const { view, onChange, cart } = props;
  return (
    <main id="main" className="bg-sage-50 pb-16 lg:pb-24">
      <MarketplaceHeader count={cart.length} />
      <MarketplaceTabs chosen={view.tab ?? 'products'} onChoose={(tab) => onChange({ tab: tab === 'services' ? tab : undefined })} />
      <div id="marketplace-panel" role="tabpanel" aria-labelledby={`tab-${view.tab ?? 'products'}`} className="wrap">
        {view.tab === 'services' ? <MarketplaceServices /> : <MarketplaceProducts {...props} />}
      </div>
      <Suspense fallback={null}>
        {isCartOpen && <CartDialog cart={cart} onClose={() => onCartOpenChange(false)} onMoved={onCartMoved} />}
      </Suspense>
    </main>
  );
}

const formatCartCount = (count: number) => (count === 0 ? 'Your cart is empty' : `${count} ${count === 1 ? 'item' : 'items'} in your cart`);

const MarketplaceHeader = ({ count }: { count: number }) => (
  <header className="on-pine bg-pine-900 text-white">
    <div className="wrap pt-3 pb-5 sm:pb-7 lg:pt-5 lg:pb-9">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <a href="/" className="inline-flex min-h-11 items-center gap-2 font-medium text-white/85 hover:text-white hover:underline">
          <Icon name="out" className="size-4.5 -rotate-[135deg]" /> Back to Home
        </a>
        <p
          role="status"
          className="inline-flex items-center gap-2.5 rounded-full bg-white/10 px-4 py-2 font-medium text-[15px] tabular-nums"
        >
          <Icon name="cart" className="size-5 text-citrus-400" /> {formatCartCount(count)}
        </p>
      </div>
      <h1 className="mt-3 font-bold text-[clamp(40px,5vw,64px)] lg:mt-5">Marketplace</h1>
      <p className="mt-3 max-w-[34em] text-lg text-white/85 max-sm:hidden">
        The supplies our crews use, and cleaning packages at a fixed price.
      </p>
    </div>
    <Awning />
  </header>
);

const Awning = () => (
  <svg className="block h-8 w-full bg-sage-50 lg:h-10" aria-hidden="true">
    <defs>
      <pattern id="awning" width="128" height="40" patternUnits="userSpaceOnUse">
        <path d="M0 0h64v12a32 24 0 0 1-64 0z" fill="var(--color-citrus-400)" />
        <path d="M64 0h64v12a32 24 0 0 1-64 0z" fill="var(--color-pine-700)" />
        <path d="M0 0h128v4H0z" fill="var(--color-pine-950)" opacity=".18" />
      </pattern>
    </defs>
    <rect width="100%" height="40" fill="url(#awning)" />
  </svg>
);

const LABELS: Record<MarketplaceTab, string> = { products: 'Products', services: 'Services' };
const getAddress = (tab: MarketplaceTab) => (tab === 'products' ? '/marketplace' : `/marketplace?tab=${tab}`);

/** Shows the tabs as links that switch in place, with arrow keys as in the WAI-ARIA tabs pattern. */
function MarketplaceTabs({ chosen, onChoose }: { chosen: MarketplaceTab; onChoose: (tab: MarketplaceTab) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const goTo = (tab: MarketplaceTab | undefined) => {
    if (!tab) return;
    onChoose(tab);
    list.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = MARKETPLACE_TABS.indexOf(chosen);
    const next: Record<string, MarketplaceTab | undefined> = {
      ArrowRight: MARKETPLACE_TABS[(at + 1) % MARKETPLACE_TABS.length],
      ArrowLeft: MARKETPLACE_TABS.at(at - 1),
      Home: MARKETPLACE_TABS[0],
      End: MARKETPLACE_TABS.at(-1),
      ' ': chosen,
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    goTo(next[event.key]);
  };
  return (
    <div className="wrap py-4 sm:py-6 lg:py-8">
      <div
        ref={list}
        role="tablist"
        aria-label="Marketplace"
        onKeyDown={onKeyDown}
        className="grid grid-cols-2 rounded-full border border-line bg-paper p-1 sm:inline-grid"
      >
        {MARKETPLACE_TABS.map((tab) => (
          <a
            key={tab}
            id={`tab-${tab}`}
            role="tab"
            href={getAddress(tab)}
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? 'marketplace-panel' : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            className={clsx(
              'grid min-h-11 place-items-center rounded-full px-8 font-semibold',
              tab === chosen ? 'bg-pine-900 text-white' : 'text-ink hover:bg-sage-100',
            )}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onChoose(tab);
            }}
          >
            {LABELS[tab]}
          </a>
        ))}
      </div>
    </div>
  );
}

const MarketplaceServices = () => (
  <>
    <h2 className="sr-only">Services</h2>
    <ul className="grid gap-5 pt-3 md:grid-cols-2 md:gap-y-6 xl:grid-cols-4">
      {SERVICE_PACKAGES.map((offer) => (
        <PackageCard key={offer.id} offer={offer} />
      ))}
    </ul>
    <CustomService />
  </>
);

function PackageCard({ offer }: { offer: ServicePackage }) {
  const { name, description, price, duration, minutes, features, isPopular, bookingService, quoteService } = offer;
  return (
    <li
      className={clsx(
        'relative grid gap-5 rounded-card border bg-paper p-6 md:row-span-4 md:grid-rows-subgrid',
        isPopular ? 'border-2 border-pine-600 shadow-card' : 'border-line',
      )}
    >
      {isPopular && (
        <p className="absolute -top-3.5 left-5 rounded-full bg-citrus-400 px-3 py-1.5 font-semibold text-[13px] text-pine-950 leading-none">
          Popular
        </p>
      )}
      <div>
        <h3 className="font-bold text-xl">{name}</h3>
        <p className="mt-2 text-muted">{description}</p>
      </div>
      <div>
        <p className="font-bold font-display text-[44px] leading-none tracking-display tabular-nums">{`$${price}`}</p>
        <p className="mt-2 inline-flex items-center gap-2 font-medium text-[15px] text-pine-700">
          <Icon name="clock" className="size-4.5" /> {duration}
        </p>
      </div>
      <ul className="grid content-start gap-2.5 border-line border-t pt-5">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Icon name="check" className="mt-1 size-4 shrink-0 text-pine-600" /> {feature}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[1.15fr_1fr] gap-2 whitespace-nowrap">
        <a
          href={`/appointments?service=${bookingService}&duration=${minutes}&cost=${price}`}
          className={clsx(isPopular ? 'button-primary' : 'button-dark', 'px-2')}
          onClick={trackBooking}
        >
          Book Now<span className="sr-only">{`, ${name}`}</span>
        </a>
        <QuoteLink href={`/?service=${quoteService}#contact`} className="button-ghost px-2">
          Get Quote<span className="sr-only">{`, ${name}`}</span>
        </QuoteLink>
      </div>
    </li>
  );
}

function CustomService() {
  const { phone } = useCompany();
  return (
    <section
      aria-labelledby="custom-service"
      className="on-pine mt-10 grid items-center gap-8 rounded-[22px] bg-pine-900 p-7 text-white md:grid-cols-[1fr_auto] md:p-11"
    >
      <div>
        <h3 id="custom-service" className="font-bold text-[clamp(28px,3vw,38px)]">
          Need a Custom Service?
        </h3>
        <p className="mt-3 max-w-[36em] text-lg text-white/85">
          A clinic, a school, a construction site, a flood at night: tell us what you need, and we will reply within 24 hours with a written
          price.
        </p>
      </div>
      <div className="grid gap-3 sm:flex md:grid">
        <QuoteLink href="/?service=specialty#contact" className="button-primary min-h-12">
          Tell us what you need
        </QuoteLink>
        <a href={phone.href} className="button-on-pine min-h-12">
          <Icon name="phone" className="size-4.5" /> {phone.display}
        </a>
      </div>
    </section>
  );
}
