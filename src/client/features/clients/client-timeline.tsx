import { CalendarCheck, ClipboardList, FilePen, FileText, Inbox, type LucideIcon, Mail, Receipt, Repeat, ShoppingBag } from 'lucide-react';
import type { TimelineEntry, TimelineKind } from '../../../shared/clients';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { LoadMore } from '../../ui/load-more';
import { Loaded } from '../../ui/loaded';
import { getRows, PAGED } from '../../ui/paged-list';
import { formatTimestamp } from '../../ui/times';

const ICONS: Record<TimelineKind, LucideIcon> = {
  quote: Inbox,
  pricedQuote: FilePen,
  plan: Repeat,
  booking: CalendarCheck,
  workOrder: ClipboardList,
  order: ShoppingBag,
  invoice: FileText,
  receipt: Receipt,
  message: Mail,
};
const TONES: Record<string, Tone> = {
  pending: 'waiting',
  scheduled: 'waiting',
  queued: 'waiting',
  completed: 'good',
  complete: 'good',
  delivered: 'good',
  paid: 'good',
  sent: 'good',
  failed: 'bad',
  overdue: 'bad',
  incomplete: 'bad',
  'no-show': 'bad',
  'in-progress': 'active',
  confirmed: 'active',
  approved: 'good',
  active: 'active',
};
const PAGE = 10;
const EMPTY = 'Nothing yet. Quotes, regular visits, bookings, work orders, orders, invoices, receipts and messages are listed here.';

export function ClientTimeline({ id }: { id: number }) {
  const list = trpc.clients.timeline.useInfiniteQuery({ id, limit: PAGE }, PAGED);
  const rows = getRows(list);
  return (
    <>
      <Loaded query={list} loading="Loading the timeline..." failed="The timeline could not be loaded.">
        {() =>
          rows.length === 0 ? (
            <p className="text-muted">{EMPTY}</p>
          ) : (
            <ul className="grid divide-y divide-line">
              {rows.map((entry) => (
                <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <LoadMore list={list} />
    </>
  );
}

function Entry({ entry: { kind, at, title, text, status, amount, link } }: { entry: TimelineEntry }) {
  const Icon = ICONS[kind];
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="mt-0.5 size-5 text-pine-700" />
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ScreenLink
            to={link.path}
            search={link.search}
            look="inline-flex min-w-0 items-center font-semibold text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere] max-lg:min-h-11"
            label={title}
          />
          {status && <Chip tone={TONES[status] ?? 'quiet'}>{status}</Chip>}
          {amount && <span className="ml-auto font-semibold tabular-nums">{formatPrice(amount)}</span>}
        </div>
        {text && <p className="text-[15px] [overflow-wrap:anywhere]">{text}</p>}
        <p className="text-muted text-sm">
          <time dateTime={at}>{formatTimestamp(at)}</time>
        </p>
      </div>
    </li>
  );
}
