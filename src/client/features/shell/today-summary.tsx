import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  CalendarCheck,
  CalendarDays,
  CalendarX,
  Clock,
  FilePlus2,
  FileWarning,
  type LucideIcon,
  MailWarning,
  PackageMinus,
  ShoppingBag,
  UserRoundX,
} from 'lucide-react';
import type { Overview } from '../../../shared/overview';
import { ErrorState } from '../../ui/states';
import { useOverview } from './use-overview';

/** Meaning of a figure above zero: plain information, waiting work, or a problem. */
type Kind = 'fact' | 'waits' | 'wrong';
/** A figure with the words after its number, such as "1 job today", and the list that it links to. */
type Tile = readonly [figure: keyof Overview, kind: Kind, icon: LucideIcon, noun: string, rest: string, link: LinkProps];

const link = linkOptions;
const TILES: readonly Tile[] = [
  ['jobsToday', 'fact', CalendarDays, 'job', 'today', link({ to: '/team', search: { when: 'today' } })],
  ['unassigned', 'waits', UserRoundX, 'unassigned job', '', link({ to: '/dispatch' })],
  ['quotesWaiting', 'waits', Clock, 'quote', 'waiting over 24 h', link({ to: '/admin', search: { status: 'pending', waiting: '24h' } })],
  ['bookingsToConvert', 'waits', CalendarCheck, 'booking', 'without a live job', link({ to: '/bookings', search: { view: 'convert' } })],
  ['ordersToShip', 'waits', ShoppingBag, 'order', 'to ship', link({ to: '/orders', search: { view: 'to-ship' } })],
  ['jobsToInvoice', 'waits', FilePlus2, 'job', 'to invoice', link({ to: '/team', search: { when: 'to-invoice' } })],
  ['overdueInvoices', 'wrong', FileWarning, 'overdue invoice', '', link({ to: '/invoices', search: { view: 'overdue' } })],
  [
    'lowStock',
    'waits',
    PackageMinus,
    'low stock product',
    '',
    link({ to: '/inventory-accounting', search: { tab: 'products', view: 'reorder' } }),
  ],
  ['failedMessages', 'wrong', MailWarning, 'failed message', '', link({ to: '/messages', search: { view: 'failed' } })],
  ['missedPosts', 'wrong', CalendarX, 'missed post', '', link({ to: '/social-media', search: { tab: 'schedule', view: 'missed' } })],
];

export function TodaySummary() {
  const overview = useOverview();
  return (
    <section aria-label="What needs doing now" aria-busy={overview.isPending} className="grid gap-3">
      {overview.isError && <ErrorState text="Today's figures could not be loaded." onRetry={() => void overview.refetch()} />}
      {!(overview.isError && !overview.data) && (
        <ul className="grid grid-cols-2 gap-2.5 md:grid-cols-5 2xl:grid-cols-10">
          {TILES.map((tile) => (
            <li key={tile[0]}>
              <FigureTile tile={tile} count={overview.data?.[tile[0]]} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const BADGES: Record<Kind, string> = {
  fact: 'bg-sage-100 text-pine-700',
  waits: 'bg-amber-100 text-amber-700',
  wrong: 'bg-red-100 text-red-600',
};

const BARS: Record<Kind, string> = { fact: '', waits: 'border-l-4 border-l-amber-700', wrong: 'border-l-4 border-l-red-600' };

function FigureTile({ tile: [, kind, Icon, noun, rest, to], count }: { tile: Tile; count: number | undefined }) {
  const isAboveZero = count !== undefined && count > 0;
  return (
    <Link
      {...to}
      className={clsx(
        'grid h-full grid-cols-[minmax(0,1fr)_auto] content-start gap-x-2 gap-y-1 rounded-card border border-line bg-paper px-4 py-3 hover:border-pine-600',
        isAboveZero && BARS[kind],
      )}
    >
      {count === undefined ? (
        <span aria-hidden="true" className="h-8 w-10 rounded-small bg-sage-100 motion-safe:animate-pulse" />
      ) : (
        <strong className={clsx('font-display text-[28px] tabular-nums leading-8', isAboveZero ? 'font-bold' : 'font-normal text-muted')}>
          {count}
        </strong>
      )}
      <span
        aria-hidden="true"
        className={clsx('grid size-8 place-items-center rounded-full', isAboveZero ? BADGES[kind] : 'border border-line text-muted')}
      >
        <Icon className="size-[18px]" />
      </span>
      {/* A space for screen readers. */}{' '}
      <span className={clsx('col-span-2 text-sm leading-snug', isAboveZero && kind !== 'fact' ? 'font-semibold' : 'text-muted')}>
        {`${noun}${count === 1 ? '' : 's'} ${rest}`.trim()}
      </span>
    </Link>
  );
}
