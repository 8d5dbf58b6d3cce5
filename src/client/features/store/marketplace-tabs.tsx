import { clsx } from 'clsx';
import { type KeyboardEvent, useRef } from 'react';
import { MARKETPLACE_TABS, type MarketplaceTab } from './marketplace-view';
import { isPlainClick } from './plain-click';

const LABELS: Record<MarketplaceTab, string> = { products: 'Products', services: 'Services' };
const getAddress = (tab: MarketplaceTab) => (tab === 'products' ? '/marketplace' : `/marketplace?tab=${tab}`);

type MarketplaceTabsProps = { chosen: MarketplaceTab; onChoose: (tab: MarketplaceTab) => void };

/** Shows the tabs as links that switch in place, with arrow keys as in the WAI-ARIA tabs pattern. */
export function MarketplaceTabs({ chosen, onChoose }: MarketplaceTabsProps) {
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
