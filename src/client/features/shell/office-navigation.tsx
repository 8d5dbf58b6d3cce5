import { Link, type LinkProps } from '@tanstack/react-router';
import {
  BookUser,
  Calculator,
  CalendarCheck,
  CalendarClock,
  ClipboardList,
  FileText,
  Globe,
  Handshake,
  Inbox,
  LogOut,
  type LucideIcon,
  Mail,
  Megaphone,
  Package,
  Receipt,
  ScrollText,
  Settings,
  ShoppingBag,
  Sparkles,
  Trophy,
  Users,
} from 'lucide-react';
import type { Overview } from '../../../shared/overview';
import { Brand, useCompany } from '../../ui/public/company';
import { useOverview } from './use-overview';

/** `waits`: the figure that is shown beside the label if it is above zero, and the noun for it. */
type Entry = { to: LinkProps['to']; label: string; icon: LucideIcon; waits?: readonly [figure: keyof Overview, words: string] };
const GROUPS: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Work',
    entries: [
      { to: '/dispatch', label: 'Dispatch', icon: CalendarClock, waits: ['unassigned', 'unassigned'] },
      { to: '/team', label: 'Team dashboard', icon: ClipboardList, waits: ['jobsToInvoice', 'to invoice'] },
      { to: '/clients', label: 'Clients', icon: BookUser },
      { to: '/team-management', label: 'Team', icon: Users },
    ],
  },
  {
    title: 'Money',
    entries: [
      { to: '/invoices', label: 'Invoices', icon: FileText, waits: ['overdueInvoices', 'overdue'] },
      { to: '/receipts', label: 'Receipts', icon: Receipt },
      { to: '/inventory', label: 'Inventory', icon: Package },
      { to: '/stock', label: 'Stock ledger', icon: ScrollText },
      { to: '/inventory-accounting', label: 'Accounting', icon: Calculator },
    ],
  },
  {
    title: 'Growth',
    entries: [
      { to: '/ai-dashboard', label: 'AI dashboard', icon: Sparkles },
      { to: '/canaan-dashboard', label: 'Business development', icon: Handshake },
      { to: '/social-media', label: 'Social media', icon: Megaphone, waits: ['missedPosts', 'missed'] },
      { to: '/achievements', label: 'Achievements', icon: Trophy },
    ],
  },
];

const LINK =
  'flex min-h-9 items-center gap-2.5 rounded-small px-2.5 text-[15px] text-white/80 hover:bg-white/5 hover:text-white max-lg:min-h-11';
const ICON = 'size-[18px] shrink-0';
const CURRENT = { className: 'bg-white/10 text-white font-semibold' };

export function OfficeNavigation({ onNavigate, onLogOut }: { onNavigate: () => void; onLogOut: () => void }) {
  const { shortName } = useCompany();
  const overview = useOverview();
  const link = ({ to, label, icon: Icon, waits }: Entry) => {
    const count = (waits && overview.data?.[waits[0]]) ?? 0;
    return (
      <li key={to}>
        <Link to={to} activeProps={CURRENT} activeOptions={{ includeSearch: false }} className={LINK} onClick={onNavigate}>
          <Icon aria-hidden="true" className={ICON} />
          {label}{' '}
          {count > 0 && (
            <span className="ml-auto rounded-full bg-citrus-400 px-2 py-0.5 font-semibold text-pine-950 text-xs tabular-nums">
              {count} <span className="sr-only">{waits?.[1]}</span>
            </span>
          )}
        </Link>
      </li>
    );
  };
  return (
    <nav aria-label="Office" className="flex min-h-full flex-col gap-1 px-3.5 py-3">
      <a href="/" className="flex items-center gap-2.5 px-2.5 pb-3 font-bold font-display text-[17px] text-white tracking-display">
        <Brand className="size-6" text={shortName} />
      </a>
      <ul className="grid gap-0.5">
        {link({ to: '/admin', label: 'Quotes', icon: Inbox, waits: ['quotesPending', 'pending'] })}
        {link({ to: '/orders', label: 'Orders', icon: ShoppingBag, waits: ['ordersToShip', 'to ship'] })}
        {link({ to: '/bookings', label: 'Bookings', icon: CalendarCheck, waits: ['bookingsToConvert', 'to convert'] })}
      </ul>
      {GROUPS.map(({ title, entries }) => (
        <div key={title}>
          <h2 className="px-2.5 pt-2 pb-1 font-semibold font-text text-[11.5px] text-white/60 uppercase tracking-[0.06em]">{title}</h2>
          <ul className="grid gap-0.5">{entries.map((entry) => link(entry))}</ul>
        </div>
      ))}
      <ul className="mt-auto grid gap-0.5 border-white/15 border-t pt-2">
        {link({ to: '/messages', label: 'Messages', icon: Mail, waits: ['failedMessages', 'failed'] })}
        {link({ to: '/settings', label: 'Settings', icon: Settings })}
        <li>
          <a href="/" className={LINK}>
            <Globe aria-hidden="true" className={ICON} /> Public website
          </a>
        </li>
        <li>
          <button type="button" className={`${LINK} w-full`} onClick={onLogOut}>
            <LogOut aria-hidden="true" className={ICON} /> Log out
          </button>
        </li>
      </ul>
    </nav>
  );
}
