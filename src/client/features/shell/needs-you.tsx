import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  CalendarCheck,
  CalendarX,
  CircleCheck,
  Clock,
  FilePen,
  FilePlus2,
  FileWarning,
  type LucideIcon,
  MailWarning,
  MessageCircle,
  PackageMinus,
  PenLine,
  Repeat,
  ShoppingBag,
  UserRoundX,
} from 'lucide-react';
import { formatService } from '../../../shared/dispatch';
import type { Need, NeedKind } from '../../../shared/overview';
import { QUOTE_ANSWER_MINUTES } from '../../../shared/quotes';
import { formatPrice } from '../../../shared/store-sums';
import { addMinutes, businessDay } from '../../../shared/time';
import { getNow } from '../../clock';
import { ErrorState } from '../../ui/states';
import { formatNearTime, formatShortDate } from '../../ui/times';
import { NeedAction } from './need-action';
import { TodoRows } from './todo-rows';
import { useNeeds, useOverview } from './use-overview';

type Kind = {
  title: string;
  icon: LucideIcon;
  /** True for something that went wrong. */
  isWrong?: boolean;
  list: LinkProps;
  /** The record itself; without it the row leads to the list. */
  open?: (id: number) => LinkProps;
  /** True if the detail of a record is a service. */
  isService?: boolean;
  /** Describes the time of a record. */
  when?: (at: string) => string;
};

const link = linkOptions;
const openJob = (order: number) => link({ to: '/team', search: { order } });
const isLate = (at: string) => at < addMinutes(new Date(getNow()), -QUOTE_ANSWER_MINUTES);
const KINDS: Record<NeedKind, Kind> = {
  unread: {
    title: 'Messages to read',
    icon: MessageCircle,
    list: link({ to: '/messages', search: { view: 'conversations' } }),
    open: (client) => link({ to: '/messages', search: { view: 'conversations', client } }),
    when: formatNearTime,
  },
  quotes: {
    title: 'Pending quotes',
    icon: Clock,
    list: link({ to: '/admin', search: { status: 'pending' } }),
    open: (quote) => link({ to: '/admin', search: { quote }, resetScroll: false }),
    isService: true,
    when: (at) => (isLate(at) ? 'waiting over 24 h' : formatNearTime(at)),
  },
  quoteChanges: {
    title: 'Quotes to change',
    icon: FilePen,
    list: link({ to: '/admin', search: { view: 'priced', state: 'changes_requested' } }),
    open: (priced) => link({ to: '/admin', search: { view: 'priced', priced } }),
  },
  bookings: {
    title: 'Bookings without a job',
    icon: CalendarCheck,
    list: link({ to: '/bookings', search: { view: 'convert' } }),
    open: (booking) => link({ to: '/bookings', search: { booking } }),
    isService: true,
    when: formatNearTime,
  },
  plans: {
    title: 'Proposed plans',
    icon: Repeat,
    list: link({ to: '/plans', search: { status: 'proposed' } }),
    isService: true,
    open: (plan) => link({ to: '/plans', search: { plan } }),
    when: (at) => `from ${formatShortDate(at)}`,
  },
  unassigned: {
    title: 'Unassigned jobs',
    icon: UserRoundX,
    list: link({ to: '/dispatch' }),
    isService: true,
    open: openJob,
    when: formatNearTime,
  },
  orders: {
    title: 'Orders to ship',
    icon: ShoppingBag,
    list: link({ to: '/orders', search: { view: 'to-ship' } }),
    open: (order) => link({ to: '/orders', search: { order } }),
    when: (at) => `ordered ${formatShortDate(businessDay(at))}`,
  },
  toInvoice: {
    title: 'To bill',
    icon: FilePlus2,
    list: link({ to: '/invoices', search: { view: 'to-bill' } }),
    isService: true,
    open: openJob,
    when: (at) => `done ${formatShortDate(businessDay(at))}`,
  },
  overdue: {
    title: 'Overdue invoices',
    icon: FileWarning,
    isWrong: true,
    list: link({ to: '/invoices', search: { view: 'overdue' } }),
    open: (invoice) => link({ to: '/invoices', search: { invoice } }),
    when: (day) => `due ${formatShortDate(day)}`,
  },
  drafts: {
    title: 'Messages to approve',
    icon: PenLine,
    list: link({ to: '/messages', search: { view: 'drafts' } }),
    when: (at) => `written ${formatNearTime(at)}`,
  },
  failed: {
    title: 'Failed messages',
    icon: MailWarning,
    isWrong: true,
    list: link({ to: '/messages', search: { view: 'failed' } }),
    when: formatNearTime,
  },
  missed: {
    title: 'Missed posts',
    icon: CalendarX,
    isWrong: true,
    list: link({ to: '/social-media', search: { tab: 'schedule', view: 'missed' } }),
    when: (at) => `planned for ${formatNearTime(at)}`,
  },
  lowStock: {
    title: 'To reorder',
    icon: PackageMinus,
    list: link({ to: '/inventory-accounting', search: { tab: 'products', view: 'reorder' } }),
  },
};

/** Kinds from which a phone shows only the first record of each. */
const MANY_KINDS = 4;

/** Shows what waits for the office: its to-dos, then the first records of each kind, each with its next step. */
export function NeedsYou() {
  const needs = useNeeds();
  const overview = useOverview();
  const todos = overview.data?.todos ?? [];
  const [failed] = [needs, overview].filter(({ isError }) => isError);
  const isMany = (needs.data?.length ?? 0) >= MANY_KINDS;
  return (
    <section aria-labelledby="needs-title" className="grid grid-cols-1 content-start gap-3">
      <h2 id="needs-title" className="font-bold text-xl">
        Needs you
      </h2>
      {failed && <ErrorState text="What needs you could not be loaded." onRetry={() => void failed.refetch()} />}
      {!failed && needs.data?.length === 0 && todos.length === 0 && (
        <p className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-paper px-4">
          <CircleCheck aria-hidden="true" className="size-5 text-pine-600" /> You're all caught up
        </p>
      )}
      {needs.data && needs.data.length + todos.length > 0 && (
        <ul className="overflow-clip rounded-card border border-line bg-paper">
          {todos.length > 0 && <TodoRows todos={todos} />}
          {needs.data.map(({ kind, total, sum, rows }) => (
            <li
              key={kind}
              className="grid grid-cols-[52px_minmax(0,1fr)] border-line border-t first:border-t-0 sm:grid-cols-[164px_minmax(0,1fr)]"
            >
              <KindLink kind={KINDS[kind]} total={total} sum={sum} />
              <ul aria-label={KINDS[kind].title} className={clsx(isMany && 'max-sm:*:not-first:hidden')}>
                {rows.map((need) => (
                  <NeedRow key={need.id} kind={kind} need={need} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type KindLinkProps = { kind: Kind; total: number; sum: string | null };
const KindLink = ({ kind: { title, icon: Icon, isWrong, list }, total, sum }: KindLinkProps) => (
  <Link
    {...list}
    className="flex min-h-12 flex-col items-center border-line border-r hover:bg-sage-50 max-sm:justify-center sm:flex-row sm:items-start sm:gap-2 sm:px-2.5 sm:py-3.5"
  >
    <Icon aria-hidden="true" className={clsx('size-[18px] shrink-0', isWrong ? 'text-red-600' : 'text-amber-700')} />
    <span className="text-sm leading-5">
      <b className="font-semibold max-sm:sr-only">{title}</b>{' '}
      {sum !== null && <span className="block text-muted tabular-nums max-sm:sr-only">{formatPrice(sum)} </span>}
      <span className="block text-muted tabular-nums max-sm:inline max-sm:text-xs">
        <span className="max-sm:sr-only">All </span>
        {total}
      </span>
    </span>
  </Link>
);

function NeedRow({ kind, need }: { kind: NeedKind; need: Need }) {
  const { open, list, isService, when } = KINDS[kind];
  const { id, title, detail, at, amount } = need;
  const facts = [isService && detail ? formatService(detail) : detail, amount && formatPrice(amount), at && when?.(at)].filter(Boolean);
  return (
    <li className="flex min-h-12 items-center gap-2 border-line border-t pr-2 pl-3 first:border-t-0 sm:gap-3">
      <Link
        {...(open?.(id) ?? list)}
        className="grid min-w-0 grow content-center self-stretch text-sm leading-[18px] hover:underline sm:leading-5"
      >
        <span className="truncate font-semibold">{title}</span>
        <span className="truncate text-muted first-letter:uppercase">{facts.join(' · ')}</span>
      </Link>
      <NeedAction kind={kind} need={need} />
    </li>
  );
}
