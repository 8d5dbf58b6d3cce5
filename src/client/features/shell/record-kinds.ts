import { type LinkProps, linkOptions } from '@tanstack/react-router';
import {
  BookUser,
  Briefcase,
  CalendarCheck,
  FilePen,
  FileText,
  Inbox,
  type LucideIcon,
  Mail,
  Package,
  Receipt,
  Repeat,
  ShoppingBag,
  Users,
} from 'lucide-react';
import type { RecordKind } from '../../../shared/search';

type Kind = { one: string; many: string; icon: LucideIcon; toLink: (id: number) => LinkProps };

const link = linkOptions;
/** The names and the screen of each kind of record. */
export const KINDS: Record<RecordKind, Kind> = {
  client: { one: 'Client', many: 'Clients', icon: BookUser, toLink: (client) => link({ to: '/clients', search: { client } }) },
  'work-order': { one: 'Job', many: 'Jobs', icon: Briefcase, toLink: (order) => link({ to: '/team', search: { order } }) },
  plan: { one: 'Plan', many: 'Plans', icon: Repeat, toLink: (plan) => link({ to: '/plans', search: { plan } }) },
  booking: { one: 'Booking', many: 'Bookings', icon: CalendarCheck, toLink: (booking) => link({ to: '/bookings', search: { booking } }) },
  quote: { one: 'Quote request', many: 'Quote requests', icon: Inbox, toLink: (quote) => link({ to: '/admin', search: { quote } }) },
  'priced-quote': {
    one: 'Quote',
    many: 'Quotes',
    icon: FilePen,
    toLink: (priced) => link({ to: '/admin', search: { view: 'priced', priced } }),
  },
  invoice: { one: 'Invoice', many: 'Invoices', icon: FileText, toLink: (invoice) => link({ to: '/invoices', search: { invoice } }) },
  receipt: { one: 'Receipt', many: 'Receipts', icon: Receipt, toLink: (receipt) => link({ to: '/receipts', search: { receipt } }) },
  order: { one: 'Order', many: 'Orders', icon: ShoppingBag, toLink: (order) => link({ to: '/orders', search: { order } }) },
  product: { one: 'Product', many: 'Products', icon: Package, toLink: (product) => link({ to: '/inventory', search: { product } }) },
  member: { one: 'Team member', many: 'Team', icon: Users, toLink: (member) => link({ to: '/team-management', search: { member } }) },
  message: { one: 'Message', many: 'Messages', icon: Mail, toLink: (message) => link({ to: '/messages', search: { message } }) },
};
