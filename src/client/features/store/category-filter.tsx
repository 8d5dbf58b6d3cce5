import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { STORE_CATEGORIES } from '../../../shared/store-options';
import { isPlainClick } from './plain-click';

export type StoreCategory = (typeof STORE_CATEGORIES)[number];

const getAddress = (category: StoreCategory) => (category === 'all' ? '/store' : `/store?category=${category}`);

type CategoryFilterProps = { chosen: StoreCategory; onChoose: (category: StoreCategory) => void };

/** Shows the category filters as links, which filter in place once scripts run. */
export function CategoryFilter({ chosen, onChoose }: CategoryFilterProps) {
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
