import { clsx } from 'clsx';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { countItems, type StoreProduct } from '../../../shared/cart';
import { STORE_CATEGORIES } from '../../../shared/store-options';
import { getTaxReading, type TaxRule } from '../../../shared/store-sums';
import { useCompany } from '../../ui/public/company';
import { useIsHydrated } from '../../ui/public/hydrated';
import { EmptyState } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { formatItemCount } from './cart-panel';
import { putIntoCart, readCart, useCart } from './cart-store';
import { NextPage } from './next-page';
import { isPlainClick } from './plain-click';
import { CardSkeletons, PRODUCT_GRID, ProductRows } from './product-card';
import { ProductSearch } from './product-search';
import shelves from './shelves.svg';
import { StoreIcon } from './store-icons';
import type { StoreCategory, StoreSearch } from './store-search';
import { listTotalRows } from './totals';
import { type CatalogueFilter, type FirstPage, useCatalogue } from './use-catalogue';

function addToCart(product: StoreProduct, onOpenCart: () => void): void {
  const before = readCart()?.find(({ id }) => id === product.id)?.quantity ?? 0;
  const now = putIntoCart(product, before + 1);
  const view = { label: 'View Cart', run: onOpenCart };
  if (now > before) showToast({ title: 'Added to Cart', description: product.name, action: view });
  else showToast({ title: 'No more in stock', description: `All ${now} of ${product.name} are in your cart.`, action: view });
}

type StorePageProps = {
  first: FirstPage;
  taxRule: TaxRule;
  search: StoreSearch;
  /** Changes the search parameters; `isSmall` replaces the history entry. */
  onSearch: (search: StoreSearch, isSmall?: boolean) => void;
  isCartOpen: boolean;
  onOpenCart: () => void;
  onCheckout: () => void;
};

export function StorePage({ first, taxRule, search, onSearch, isCartOpen, onOpenCart, onCheckout }: StorePageProps) {
  const isHydrated = useIsHydrated();
  // The server renders by category only; searches run in the browser.
  const category = isHydrated ? search.category : (first.filter.category as StoreCategory | undefined);
  const words = isHydrated ? (search.q ?? '') : '';
  const choose = (next: StoreCategory) => onSearch({ category: next === 'all' ? undefined : next });
  return (
    <main id="main">
      <StoreHero>
        <ProductSearch name="q" words={words} onSearch={(q) => onSearch({ q: q || undefined }, true)} />
      </StoreHero>
      <div className="sticky top-[76px] z-10 border-line border-b bg-paper">
        <div className="wrap">
          <CategoryFilter chosen={category ?? 'all'} onChoose={choose} />
        </div>
      </div>
      <div className="wrap min-h-[60vh] pt-5 pb-12">
        {/* The key shows skeletons for a new category; while a search is typed, the previous products stay. */}
        <Products
          key={category ?? 'all'}
          filter={{ category, search: words || undefined }}
          first={first}
          onOpenCart={onOpenCart}
          onReset={() => onSearch({ category: undefined, q: undefined })}
        />
      </div>
      {!isCartOpen && <CartBar taxRule={taxRule} onOpenCart={onOpenCart} onCheckout={onCheckout} />}
    </main>
  );
}

type ProductsProps = { filter: CatalogueFilter; first: FirstPage; onOpenCart: () => void; onReset: () => void };

function Products({ filter, first, onOpenCart, onReset }: ProductsProps) {
  const { query, pages, products, isDrawn, hasMore } = useCatalogue(filter, first, { keepsPrevious: true });
  const add = useCallback((product: StoreProduct) => addToCart(product, onOpenCart), [onOpenCart]);
  if (query.isPending) return <Loading />;
  if (query.isError && products.length === 0)
    return (
      <Notice
        title="The products could not be loaded"
        text="Your cart is safe. Please try again in a moment."
        action="Try again"
        onAction={() => void query.refetch()}
      />
    );
  if (products.length === 0)
    return (
      <Notice title="No products found" text="Try a shorter search or another category." action="Show all products" onAction={onReset} />
    );
  return (
    <div aria-busy={query.isPlaceholderData}>
      <p role="status" className="mb-4 text-[15px] text-muted tabular-nums">
        {query.isPlaceholderData
          ? 'Searching...'
          : `${products.length}${hasMore ? '+' : ''} ${products.length === 1 ? 'product' : 'products'}`}
      </p>
      {pages.map(({ rows }, page) => (
        <ProductRows key={rows[0]?.id} products={rows} page={page} onAdd={add} />
      ))}
      {hasMore && (
        <NextPage list={query} isDrawn={isDrawn} ahead="1500px">
          <div className={clsx(PRODUCT_GRID, 'mt-3 sm:mt-5')}>
            <CardSkeletons count={4} />
          </div>
        </NextPage>
      )}
    </div>
  );
}

const Loading = () => (
  <div role="status">
    <p className="mb-4 text-[15px] text-muted">Loading products...</p>
    <div className={PRODUCT_GRID}>
      <CardSkeletons />
    </div>
  </div>
);

const Notice = (notice: Parameters<typeof EmptyState>[0]) => (
  <div role="status">
    <EmptyState heading="h2" look="button-dark" {...notice} />
  </div>
);

function CartBar({ taxRule, onOpenCart, onCheckout }: { taxRule: TaxRule; onOpenCart: () => void; onCheckout: () => void }) {
  const cart = useCart() ?? [];
  if (cart.length === 0) return null;
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 flex items-center gap-3 border-line border-t bg-paper px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] lg:hidden"
    >
      <button type="button" className="button-ghost shrink-0" onClick={onOpenCart}>
        View Cart <span className="sr-only">({formatItemCount(countItems(cart))})</span>
      </button>
      <button type="button" className="button-primary grow" onClick={onCheckout}>
        Checkout · {listTotalRows(cart, getTaxReading(taxRule, 'cart')).total}
      </button>
    </div>
  );
}

const getAddress = (category: StoreCategory) => (category === 'all' ? '/store' : `/store?category=${category}`);

/** Shows the category filters as links, which filter in place once scripts run. */
function CategoryFilter({ chosen, onChoose }: { chosen: StoreCategory; onChoose: (category: StoreCategory) => void }) {
  const row = useRef<HTMLElement>(null);
  // Scrolls to the chosen category on a narrow window.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[data-category="${chosen}"]`);
    if (row.current && link) row.current.scrollLeft = link.offsetLeft + (link.offsetWidth - row.current.clientWidth) / 2;
  }, [chosen]);
  return (
    <nav ref={row} aria-label="Categories" className="-mx-1 relative overflow-x-auto px-1 [scrollbar-width:none]">
      <ul className="flex w-max gap-2 py-3">
        {STORE_CATEGORIES.map((category) => (
          <li key={category}>
            <a
              href={getAddress(category)}
              data-category={category}
              aria-current={category === chosen ? 'true' : undefined}
              className={clsx(
                'inline-flex min-h-11 items-center justify-center rounded-full border px-3 font-semibold text-[15px] capitalize',
                // A fixed width avoids a layout shift when the font loads.
                category.length < 6 ? 'min-w-18' : 'min-w-29',
                category === chosen ? 'border-pine-900 bg-pine-900 text-white' : 'border-line bg-paper text-ink hover:bg-sage-100',
              )}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onChoose(category);
              }}
            >
              {category}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function StoreHero({ children }: { children: ReactNode }) {
  const { city, phone } = useCompany();
  return (
    <div className="on-pine overflow-hidden bg-pine-900 text-white">
      <div className="wrap grid items-end gap-x-14 lg:grid-cols-[1fr_400px]">
        <div className="pt-5 pb-6 sm:pt-9 sm:pb-10">
          <h1 className="font-bold text-[clamp(32px,4.4vw,58px)]">Supply Store</h1>
          <p className="mt-2 max-w-[34em] text-[17px] text-white/85 sm:mt-4 sm:text-[19px]">
            The supplies our own crews use, brought to your door.
          </p>
          <div className="mt-4 max-w-xl sm:mt-6">{children}</div>
          <ul className="mt-6 hidden flex-wrap gap-x-7 gap-y-2 text-[15px] text-white/85 sm:flex">
            <li className="inline-flex items-center gap-2">
              <StoreIcon name="truck" className="size-5 text-citrus-400" /> 1 to 3 business days in the {city} area
            </li>
            <li className="inline-flex items-center gap-2">
              <StoreIcon name="purse" className="size-5 text-citrus-400" /> e-Transfer, deposit, cash or cheque
            </li>
          </ul>
          <noscript>
            <p className="mt-4">
              The cart and the search need JavaScript. You can browse all products here and order by phone: {phone.display}.
            </p>
          </noscript>
        </div>
        <img src={shelves} alt="" width={400} height={300} loading="lazy" className="hidden w-full self-end lg:block" />
      </div>
    </div>
  );
}
