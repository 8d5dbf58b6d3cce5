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
type Tile = { figure: keyof Overview; words: [one: string, many: string]; kind: Kind; icon: LucideIcon; link: LinkProps };

const TILES: readonly Tile[] = [
  {
    figure: 'jobsToday',
    words: ['job today', 'jobs today'],
    kind: 'fact',
    icon: CalendarDays,
    link: linkOptions({ to: '/team', search: { when: 'today' } }),
  },
  {
    figure: 'unassigned',
    words: ['unassigned job', 'unassigned jobs'],
    kind: 'waits',
    icon: UserRoundX,
    link: linkOptions({ to: '/dispatch' }),
  },
  {
    figure: 'quotesWaiting',
    words: ['quote waiting over 24 h', 'quotes waiting over 24 h'],
    kind: 'waits',
    icon: Clock,
    link: linkOptions({ to: '/admin', search: { status: 'pending', waiting: '24h' } }),
  },
  {
    figure: 'bookingsToConvert',
    words: ['booking without a live job', 'bookings without a live job'],
    kind: 'waits',
    icon: CalendarCheck,
    link: linkOptions({ to: '/bookings', search: { view: 'convert' } }),
  },
  {
    figure: 'ordersToShip',
    words: ['order to ship', 'orders to ship'],
    kind: 'waits',
    icon: ShoppingBag,
    link: linkOptions({ to: '/orders', search: { view: 'to-ship' } }),
  },
  {
    figure: 'jobsToInvoice',
    words: ['job to invoice', 'jobs to invoice'],
    kind: 'waits',
    icon: FilePlus2,
    link: linkOptions({ to: '/team', search: { when: 'to-invoice' } }),
  },
  {
    figure: 'overdueInvoices',
    words: ['overdue invoice', 'overdue invoices'],
    kind: 'wrong',
    icon: FileWarning,
    link: linkOptions({ to: '/invoices', search: { view: 'overdue' } }),
  },
  {
    figure: 'lowStock',
    words: ['low stock product', 'low stock products'],
    kind: 'waits',
    icon: PackageMinus,
    link: linkOptions({ to: '/inventory-accounting', search: { tab: 'products', view: 'reorder' } }),
  },
  {
    figure: 'failedMessages',
    words: ['failed message', 'failed messages'],
    kind: 'wrong',
    icon: MailWarning,
    link: linkOptions({ to: '/messages', search: { view: 'failed' } }),
  },
  {
    figure: 'missedPosts',
    words: ['missed post', 'missed posts'],
    kind: 'wrong',
    icon: CalendarX,
    link: linkOptions({ to: '/social-media', search: { tab: 'schedule', view: 'missed' } }),
  },
];

export function TodaySummary() {
  const overview = useOverview();
  return (
    <section aria-label="What needs doing now" aria-busy={overview.isPending} className="grid gap-3">
      {overview.isError && <ErrorState text="Today's figures could not be loaded." onRetry={() => void overview.refetch()} />}
      {!(overview.isError && !overview.data) && (
        <ul className="grid grid-cols-2 gap-2.5 md:grid-cols-5 2xl:grid-cols-10">
          {TILES.map((tile) => (
            <li key={tile.figure}>
              <FigureTile tile={tile} count={overview.data?.[tile.figure]} />
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

const BARS: Record<Kind, string> = {
  fact: '',
  waits: 'border-l-4 border-l-amber-700',
  wrong: 'border-l-4 border-l-red-600',
};

function FigureTile({ tile: { words, kind, icon: Icon, link }, count }: { tile: Tile; count: number | undefined }) {
  const isAboveZero = count !== undefined && count > 0;
  return (
    <Link
      {...link}
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
        {words[count === 1 ? 0 : 1]}
      </span>
    </Link>
  );
}
