import { useLocation } from '@tanstack/react-router';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { Dialog as Drawer } from 'radix-ui';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { AppRouter } from '../../../server/router';
import type { PageCompany } from '../../../shared/company';
import { toCompany } from '../../../shared/company-facts';
import { CallsProvider } from '../../calls';
import { followChanges } from '../../live-stream';
import { useReloadedPage } from '../../reloaded-page';
import { trpc } from '../../trpc';
import { useLeftLinks } from '../../ui/left-link';
import { CompanyProvider, useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { preloadToast } from '../../ui/toast/toaster';
import { TooltipProvider } from '../../ui/tooltip';
import { NotificationBell } from './notifications/notification-bell';
import { OfficeHeader } from './office-header';
import { OfficeNavigation } from './office-navigation';
import { PaletteHost } from './palette/palette-host';
import { rememberAddress } from './palette/recent-records';
import { SectionTabs } from './section-tabs';
import { useShortcuts } from './shortcuts';
import { ShortcutsDialog } from './shortcuts-dialog';

/** Returns the company from the settings, which may have changed since the page was loaded. */
function useOfficeCompany(): PageCompany {
  const shown = useCompany();
  const settings = trpc.settings.get.useQuery().data;
  return useMemo(() => (settings ? toCompany(settings.company, settings.links) : shown), [settings, shown]);
}

type OfficeShellProps = { onLoggedOut: () => void; children: ReactNode };

/** Draws the office around a screen, for as long as a person is signed in: the next person sees nothing of the cache. */
export const OfficeShell = (props: OfficeShellProps) => (
  <CallsProvider>
    <TooltipProvider>
      <Shell {...props} />
    </TooltipProvider>
  </CallsProvider>
);

function Shell({ onLoggedOut, children }: OfficeShellProps) {
  useReloadedPage();
  useLeftLinks();
  const company = useOfficeCompany();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // Loads the toasts ahead, because they must work when the server is unreachable.
  useEffect(() => void preloadToast().catch(() => undefined), []);
  const logOut = trpc.session.logout.useMutation({ onSettled: onLoggedOut });
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const showHelp = () => {
    setIsMenuOpen(false);
    setIsHelpOpen(true);
  };
  useShortcuts(showHelp);
  const navigation = <OfficeNavigation onNavigate={() => setIsMenuOpen(false)} onShortcuts={showHelp} onLogOut={() => logOut.mutate()} />;

  return (
    <CompanyProvider value={company}>
      <div className="min-h-dvh bg-sage-50 [--office-header:60px] lg:grid lg:grid-cols-[232px_minmax(0,1fr)] lg:[--office-header:56px]">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-small focus:bg-citrus-400 focus:px-4 focus:py-3 focus:text-pine-950"
        >
          Skip to content
        </a>
        <div className="on-pine sticky top-0 hidden h-dvh overflow-y-auto bg-pine-950 lg:block">{navigation}</div>
        <div className="min-w-0">
          <OfficeHeader menu={<NavigationDrawer isOpen={isMenuOpen} onOpenChange={setIsMenuOpen} navigation={navigation} />}>
            <NotificationBell />
          </OfficeHeader>
          <main
            id="main"
            className="grid content-start gap-5 px-4 py-5 max-sm:has-data-bottom-bar:flex max-sm:has-data-bottom-bar:min-h-[calc(100dvh-var(--office-header))] max-sm:has-data-bottom-bar:flex-col max-sm:has-data-bottom-bar:*:flex-none sm:gap-6 sm:py-6 sm:px-7 lg:px-8"
          >
            <SectionTabs />
            {children}
          </main>
        </div>
        <PaletteHost onShortcuts={showHelp} onLogOut={() => logOut.mutate()} />
        <ShortcutsDialog isOpen={isHelpOpen} onOpenChange={setIsHelpOpen} />
        {!logOut.isPending && <LiveUpdates />}
        <RecentRecords />
      </div>
    </CompanyProvider>
  );
}

type NavigationDrawerProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; navigation: ReactNode };

/** Opens the navigation from the left side on screens without room for it. */
const NavigationDrawer = ({ isOpen, onOpenChange, navigation }: NavigationDrawerProps) => (
  <Drawer.Root open={isOpen} onOpenChange={onOpenChange}>
    <Drawer.Trigger aria-label="Open navigation" className="grid size-11 place-items-center rounded-full hover:bg-white/10 lg:hidden">
      <Icon name="menu" className="size-6" />
    </Drawer.Trigger>
    <Drawer.Portal>
      <Drawer.Overlay className="fixed inset-0 z-40 bg-pine-950/55" />
      <Drawer.Content
        aria-describedby={undefined}
        className="on-pine fixed inset-y-0 left-0 z-50 w-[min(84vw,300px)] overflow-y-auto bg-pine-950"
      >
        <Drawer.Title className="sr-only">Navigation</Drawer.Title>
        <Drawer.Close
          aria-label="Close navigation"
          className="absolute top-2 right-3 grid size-11 place-items-center rounded-full hover:bg-white/10"
        >
          <Icon name="close" className="size-5 text-white" />
        </Drawer.Close>
        {navigation}
      </Drawer.Content>
    </Drawer.Portal>
  </Drawer.Root>
);

/** Remembers which records the address opens, without drawing the frame anew for each. */
function RecentRecords() {
  const { pathname, search } = useLocation({ select: ({ pathname, search }) => ({ pathname, search }), structuralSharing: true });
  // Writes to the browser's storage once the record is painted, because that takes a while.
  useEffect(() => {
    const timer = setTimeout(() => rememberAddress(pathname, search));
    return () => clearTimeout(timer);
  }, [pathname, search]);
  return null;
}

/** The routers whose queries each topic changes; "timeline" is the part of the clients' router that shows what happened. */
const CHANGED = {
  quotes: ['quotes', 'overview', 'timeline', 'notifications'],
  quoting: ['quoting', 'overview', 'timeline', 'notifications'],
  dispatch: ['dispatch', 'plans', 'billing', 'booking', 'overview', 'map', 'clients', 'notifications'],
  messages: ['mail', 'consents', 'overview', 'timeline', 'notifications'],
  session: ['session', 'admins'],
  store: ['store', 'overview', 'inventory', 'timeline', 'notifications'],
  booking: ['booking', 'overview', 'timeline', 'notifications'],
  settings: ['settings', 'pricing', 'booking', 'map', 'overview'],
  team: ['team', 'booking', 'overview', 'notifications'],
  clients: ['clients', 'dispatch', 'map', 'overview'],
  achievements: ['achievements'],
  automation: ['automation', 'market'],
  social: ['social', 'automation', 'overview'],
  money: ['invoices', 'billing', 'payments', 'offers', 'dispatch', 'overview', 'timeline', 'notifications'],
  notifications: ['notifications'],
  todos: ['overview'],
  conversations: ['conversations', 'overview'],
  ratings: ['ratings', 'overview'],
} as const;
type Topic = keyof typeof CHANGED;

/** Refetches queries when the server reports changes. The cookie authorizes the stream, because an EventSource cannot send headers. */
function LiveUpdates() {
  const utils = trpc.useUtils();

  // Follows the server's stream of changes; after a gap, such as a restart, refetches everything on screen.
  useEffect(() => {
    const reread = (topic: Topic) => {
      for (const name of CHANGED[topic]) void (name === 'timeline' ? utils.clients.timeline : utils[name]).invalidate();
    };
    const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
    return followChanges<Topic>({
      subscribe: (handlers) => client.live.changes.subscribe(undefined, handlers),
      onTopic: reread,
      onReturn: () => {
        for (const topic of Object.keys(CHANGED) as Topic[]) reread(topic);
      },
      // If the session is over, this request leads to the login.
      onEnd: () => void utils.session.current.fetch(undefined, { staleTime: 0 }).catch(() => undefined),
    });
  }, [utils]);

  return null;
}
