import { useCallback, useState } from 'react';
import type { StoreProduct } from '../../shared/cart';
import { CallsProvider } from '../calls';
import { SiteFrame } from '../features/site/site-frame';
import { MarketplacePage } from '../features/store/marketplace-page';
import { type MarketplaceView, readView } from '../features/store/marketplace-view';
import type { FirstPage } from '../features/store/use-catalogue';
import { useSearchParams } from '../ui/public/search-params';

type MarketplaceProps = { rendered: MarketplaceView; first: FirstPage; showSampleRatings: boolean };

export function Page({ rendered, first, showSampleRatings }: MarketplaceProps) {
  const [view, change] = useSearchParams(readView, rendered);
  const [cart, setCart] = useState<readonly StoreProduct[]>([]);
  const [isCartOpen, setIsCartOpen] = useState(false);
  const add = useCallback((product: StoreProduct) => setCart((before) => [...before, product]), []);
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
