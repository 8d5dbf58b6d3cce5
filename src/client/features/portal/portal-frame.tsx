import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import type { PortalHome } from '../../../shared/portal-schemas';
import { SESSION_LOST } from '../../../shared/session-keys';
import { trpc } from '../../trpc';
import { Icon } from '../../ui/public/icons';

type View = 'home' | 'visits' | 'invoices' | 'messages' | 'details';
const PAGES: readonly (readonly [view: View, href: string, label: string, icon: string])[] = [
  ['home', '/my', 'Home', 'M4 11l8-7 8 7v9h-5v-6H9v6H4z'],
  ['visits', '/my/visits', 'Visits', 'M4 6h16v14H4zM4 10.500h16M8 3v4M16 3v4'],
  ['invoices', '/my/invoices', 'Invoices', 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.500 8h5M9.500 12h5'],
  ['messages', '/my/messages', 'Messages', 'M4 5h16v11H9l-5 4z'],
  ['details', '/my/details', 'Details', 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 21c.5-4 3.500-6 7.500-6s7 2 7.500 6'],
];

/** Returns the client's own data, read again after each change. */
export const useHome = (initialData: PortalHome): PortalHome => trpc.portal.home.useQuery(undefined, { initialData }).data;

/** Wraps the pages of a client who is signed in. The navigation is at the bottom edge of a phone, in reach of the thumb. */
export const PortalFrame = ({ view, home, children }: { view: View; home: PortalHome; children: ReactNode }) => (
  <div className="flex flex-col bg-sage-50 max-sm:min-h-[calc(100dvh-76px)]">
    <Navigation view={view} unread={useHome(home).unread} />
    <main id="main" className="wrap grid min-h-[60vh] grow content-start gap-4 py-5 sm:gap-6 sm:py-8">
      <SessionEnd />
      {children}
    </main>
  </div>
);

const Navigation = ({ view, unread }: { view: View; unread: number }) => (
  <nav
    data-bottom-bar
    aria-label="My page"
    className="z-20 border-line bg-paper max-sm:sticky max-sm:bottom-0 max-sm:order-last max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] sm:border-b print:hidden"
  >
    <ul className="sm:wrap flex sm:gap-1">
      {PAGES.map(([name, href, label, icon]) => (
        <li key={name} className="max-sm:grow max-sm:basis-0">
          <a
            href={href}
            aria-current={name === view ? 'page' : undefined}
            className={clsx(
              'relative flex min-h-14 items-center justify-center gap-x-2 font-semibold max-sm:flex-col max-sm:text-[12px] max-sm:leading-tight sm:border-b-3 sm:px-4',
              name === view ? 'border-pine-700 text-pine-700' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            <Icon d={icon} className="size-5.5" />
            {label}
            {name === 'messages' && unread > 0 && (
              <span className="rounded-full bg-citrus-400 px-1.5 font-semibold text-pine-950 text-xs tabular-nums max-sm:absolute max-sm:top-1 max-sm:left-[calc(50%+8px)]">
                <span aria-hidden="true">{unread}</span>
                <span className="sr-only">, {unread} unread</span>
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Shows that the session has ended, and leaves what was typed in its place. */
function SessionEnd() {
  const [isOver, setIsOver] = useState(false);
  // Listens to the calls, which report an answer of 401 as an event of the window.
  useEffect(() => {
    const end = () => setIsOver(true);
    window.addEventListener(SESSION_LOST, end);
    return () => window.removeEventListener(SESSION_LOST, end);
  }, []);
  return (
    <div role="alert" className="empty:hidden">
      {isOver && (
        <p className="rounded-small bg-amber-100 px-4 py-3 font-medium">
          You are signed out, so nothing can be saved.{' '}
          <a className="font-semibold text-pine-700 underline" href="/my">
            Sign in again
          </a>
        </p>
      )}
    </div>
  );
}
