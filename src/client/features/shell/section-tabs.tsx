import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ENTRIES, isEntryOf } from './navigation-entries';

const TAB =
  '-mb-px inline-flex min-h-10 min-w-11 items-center justify-center whitespace-nowrap border-transparent border-b-2 px-1 font-semibold text-[15px] text-muted hover:text-ink aria-[current=page]:border-pine-700 aria-[current=page]:text-ink max-lg:min-h-11';

/** Links the screens that share an entry of the navigation, above each of them. */
export function SectionTabs() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const entry = ENTRIES.find((candidate) => candidate.tabs && isEntryOf(candidate, path));
  const list = useRef<HTMLUListElement>(null);
  // Scrolls the browser's row of tabs to the current one, which may lie beyond the edge of a phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on each screen
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  if (!entry?.tabs) return null;
  return (
    <nav aria-label={entry.label} className="-mx-4 -mt-2 overflow-x-auto px-4 sm:-mx-7 sm:px-7 lg:-mx-8 lg:px-8">
      <ul ref={list} className="flex min-w-max gap-5 border-line border-b">
        {entry.tabs.map(({ to, label }) => (
          <li key={label}>
            <Link to={to} activeOptions={{ includeSearch: false, exact: true }} className={TAB}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
