import { render, screen, within } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { MarketplacePage } from '../../src/client/features/store/marketplace-page';
import type { ChangeView, MarketplaceView } from '../../src/client/features/store/marketplace-view';
import type { StoreProduct } from '../../src/shared/cart';
import { product as baseProduct } from './cart-items';

export const product = (id: number, more: Partial<StoreProduct> = {}): StoreProduct =>
  baseProduct(id, {
    name: `Product ${id}`,
    description: `What product ${id} is for.`,
    price: '19.95',
    imageUrl: `/products/${id}.svg`,
    stockQuantity: 7,
    ...more,
  });

/** The stubbed network. */
export const network = vi.fn<typeof fetch>();
export const answer = (rows: StoreProduct[], nextCursor: number | null = null) =>
  Response.json([{ result: { data: { rows, nextCursor } } }]);
export const refused = (httpStatus: number) =>
  Response.json([{ error: { message: 'No.', code: -1, data: { httpStatus } } }], { status: httpStatus });
/** Returns the catalogue queries of the browser. */
export const asked = () =>
  network.mock.calls.map(([url]) => {
    const input = new URL(String(url), 'http://shop.test').searchParams.get('input');
    return (JSON.parse(input ?? '{}') as Record<string, Record<string, unknown>>)['0'];
  });

/** Simulates the end of the list coming near the viewport, while it is observed. */
export let reach: (() => void) | undefined;
class Watch {
  constructor(notice: (entries: { isIntersecting: boolean }[]) => void) {
    reach = () => notice([{ isIntersecting: true }]);
  }
  observe() {}
  disconnect() {
    reach = undefined;
  }
}

/** Answers the calls of the marketplace; call it in beforeEach of each test file. */
export function stockShelves() {
  network.mockReset().mockImplementation(async () => answer([]));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('IntersectionObserver', Watch);
}

export type Shelf = { rows?: StoreProduct[]; nextCursor?: number | null; showSampleRatings?: boolean; start?: MarketplaceView };

/** Renders the page with the state that `src/client/pages/marketplace.tsx` holds. */
function Marketplace({ rows = [product(1), product(2)], nextCursor = null, showSampleRatings = true, start = {} }: Shelf) {
  const [view, setView] = useState(start);
  const [cart, setCart] = useState<readonly StoreProduct[]>([]);
  const [isCartOpen, setIsCartOpen] = useState(false);
  const change: ChangeView = useCallback((part) => setView((before) => ({ ...before, ...part })), []);
  return (
    <CallsProvider>
      <button type="button" onClick={() => setIsCartOpen(true)}>
        Open the cart
      </button>
      <MarketplacePage
        {...{ view, cart, isCartOpen, showSampleRatings }}
        first={{ filter: {}, list: { rows, nextCursor } }}
        onChange={change}
        onAdd={(added) => setCart((before) => [...before, added])}
        onCartOpenChange={setIsCartOpen}
        onCartMoved={() => {
          setCart([]);
          setIsCartOpen(false);
        }}
      />
    </CallsProvider>
  );
}
export const open = (shelf: Shelf = {}) => render(<Marketplace {...shelf} />);
export const card = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement);
export const addButton = (name: string) => card(name).getByRole('button', { name: /^Add to Cart/ });
