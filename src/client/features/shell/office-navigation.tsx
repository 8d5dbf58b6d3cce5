import { Link, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Brand, useCompany } from '../../ui/public/company';
import { AccountMenu } from './account-menu';
import { ENTRY_GROUPS, type Entry, isEntryOf, SETTINGS_ENTRY } from './navigation-entries';
import { useOverview } from './use-overview';

const NAVIGATION_ROW =
  'flex min-h-9 w-full items-center gap-2.5 rounded-small px-2.5 text-[15px] text-white/80 hover:bg-white/5 hover:text-white max-lg:min-h-11';

type OfficeNavigationProps = { onNavigate: () => void; onShortcuts: () => void; onLogOut: () => void };

export function OfficeNavigation({ onNavigate, onShortcuts, onLogOut }: OfficeNavigationProps) {
  const { shortName } = useCompany();
  return (
    <div className="flex min-h-full flex-col gap-3 px-3.5 py-3">
      <nav aria-label="Office" className="flex grow flex-col gap-3">
        <a href="/" className="flex items-center gap-2.5 px-2.5 py-1 font-bold font-display text-[17px] text-white tracking-display">
          <Brand className="size-6" text={shortName} />
        </a>
        {ENTRY_GROUPS.map((entries) => (
          <ul key={entries[0]?.label} className="grid gap-0.5">
            {entries.map((entry) => (
              <EntryLink key={entry.label} entry={entry} onNavigate={onNavigate} />
            ))}
          </ul>
        ))}
        <ul className="mt-auto border-white/15 border-t pt-2">
          <EntryLink entry={SETTINGS_ENTRY} onNavigate={onNavigate} />
        </ul>
      </nav>
      <AccountMenu onShortcuts={onShortcuts} onLogOut={onLogOut} />
    </div>
  );
}

function EntryLink({ entry, onNavigate }: { entry: Entry; onNavigate: () => void }) {
  const { to, label, icon: Icon, waits } = entry;
  const overview = useOverview();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const waiting = (waits ?? []).map(([figure, words]) => ({ count: overview.data?.[figure] ?? 0, words })).filter(({ count }) => count > 0);
  const count = waiting.reduce((sum, figure) => sum + figure.count, 0);
  const isCurrent = isEntryOf(entry, path);
  return (
    <li>
      <Link
        to={to}
        // The router marks the entry of its own screen; an entry is also the current one on the screens of its other tabs.
        aria-current={isCurrent ? 'true' : undefined}
        activeOptions={{ includeSearch: false, exact: true }}
        className={clsx(NAVIGATION_ROW, isCurrent && 'bg-white/10 font-semibold text-white')}
        onClick={onNavigate}
      >
        <Icon aria-hidden="true" className="size-[18px] shrink-0" />
        {label}{' '}
        {count > 0 && (
          <span className="ml-auto rounded-full bg-citrus-400 px-2 py-0.5 font-semibold text-pine-950 text-xs tabular-nums">
            {count}{' '}
            <span className="sr-only">
              {waiting.map(({ count: number, words }) => (waiting.length > 1 ? `${number} ${words}` : words)).join(', ')}
            </span>
          </span>
        )}
      </Link>
    </li>
  );
}
