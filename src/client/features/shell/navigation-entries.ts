import type { LinkProps } from '@tanstack/react-router';
import {
  BookUser,
  Briefcase,
  CalendarCheck,
  CalendarClock,
  FileText,
  House,
  type LucideIcon,
  Mail,
  Package,
  Settings,
  ShoppingBag,
  TrendingUp,
  Users,
} from 'lucide-react';
import type { Overview } from '../../../shared/overview';

type Path = NonNullable<LinkProps['to']>;
type Tab = { to: Path; label: string };
export type Entry = Tab & {
  icon: LucideIcon;
  /** The key that leads to it after `g`. */
  key?: string;
  /** The figures whose sum is shown beside the label if it is above zero, each with the words after it. */
  waits?: readonly (readonly [figure: Exclude<keyof Overview, 'overload' | 'todos'>, words: string])[];
  /** The screens of this entry, its own first. They are tabs above each of them. */
  tabs?: readonly Tab[];
};

/** The entries of the navigation in groups. With Settings and the account menu they are 13, which fit into 720 px without scrolling. */
export const ENTRY_GROUPS: readonly (readonly Entry[])[] = [
  [
    { to: '/admin', label: 'Home', icon: House, key: 'h', waits: [['quotesPending', 'pending']] },
    { to: '/orders', label: 'Orders', icon: ShoppingBag, key: 'o', waits: [['ordersToShip', 'to ship']] },
    { to: '/bookings', label: 'Bookings', icon: CalendarCheck, key: 'b', waits: [['bookingsToConvert', 'to convert']] },
    { to: '/dispatch', label: 'Dispatch', icon: CalendarClock, key: 'd', waits: [['unassigned', 'unassigned']] },
    {
      to: '/team',
      label: 'Jobs',
      icon: Briefcase,
      key: 'j',
      waits: [['jobsToInvoice', 'to invoice']],
      tabs: [
        { to: '/team', label: 'Jobs' },
        { to: '/plans', label: 'Plans' },
      ],
    },
    { to: '/clients', label: 'Clients', icon: BookUser, key: 'c' },
    { to: '/team-management', label: 'Team', icon: Users },
  ],
  [
    {
      to: '/invoices',
      label: 'Invoices',
      icon: FileText,
      key: 'i',
      waits: [['overdueInvoices', 'overdue']],
      tabs: [
        { to: '/invoices', label: 'Invoices' },
        { to: '/receipts', label: 'Receipts' },
      ],
    },
    {
      to: '/inventory',
      label: 'Inventory',
      icon: Package,
      tabs: [
        { to: '/inventory', label: 'Inventory' },
        { to: '/stock', label: 'Stock history' },
        { to: '/inventory-accounting', label: 'Accounting' },
      ],
    },
  ],
  [
    {
      to: '/ai-dashboard',
      label: 'Growth',
      icon: TrendingUp,
      waits: [['missedPosts', 'missed']],
      tabs: [
        { to: '/ai-dashboard', label: 'AI' },
        { to: '/canaan-dashboard', label: 'Business development' },
        { to: '/social-media', label: 'Social' },
        { to: '/achievements', label: 'Achievements' },
      ],
    },
    {
      to: '/messages',
      label: 'Messages',
      icon: Mail,
      waits: [
        ['unreadMessages', 'unread'],
        ['failedMessages', 'failed'],
      ],
    },
  ],
];

export const SETTINGS_ENTRY: Entry = { to: '/settings', label: 'Settings', icon: Settings, key: 's' };

export const ENTRIES: readonly Entry[] = [...ENTRY_GROUPS.flat(), SETTINGS_ENTRY];

/** Returns whether an entry leads to the screen at a path, directly or by one of its tabs. */
export const isEntryOf = ({ to, tabs }: Entry, path: string): boolean => (tabs ?? [{ to }]).some((tab) => tab.to === path);
