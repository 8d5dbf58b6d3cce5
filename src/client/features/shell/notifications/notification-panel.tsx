import { Link } from '@tanstack/react-router';
import { addDays } from '../../../../shared/calendar-day';
import { NEWS, type NewsVerb } from '../../../../shared/news';
import type { Notification } from '../../../../shared/notifications';
import { formatTime, longDay } from '../../../../shared/staff-times';
import { groupBy } from '../../../../shared/statistics';
import { businessDay } from '../../../../shared/time';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { LoadMore } from '../../../ui/load-more';
import { MutationButton } from '../../../ui/mutation-button';
import { getRows, ListStates, PAGED } from '../../../ui/paged-list';
import { KINDS } from '../record-kinds';

const PAGE = 20;

/** Lists what happened, by days, each with a link to its record. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const list = trpc.notifications.list.useInfiniteQuery({ limit: PAGE }, PAGED);
  const rows = getRows(list);
  const newest = rows[0];
  return (
    <>
      <div className="flex min-h-14 items-center gap-3 border-line border-b py-1.5 pr-2 pl-4">
        <h2 className="mr-auto font-bold text-lg">Notifications</h2>
        {newest?.isUnread && (
          <MutationButton
            look="button-ghost lg:min-h-9"
            label="Mark all as read"
            procedure={trpc.notifications.markSeen}
            input={{ upTo: newest.id }}
            failure="The notifications could not be marked as read. Please try again."
          />
        )}
      </div>
      <div className="grid grow grid-cols-[minmax(0,1fr)] content-start gap-1 overflow-y-auto overscroll-contain p-2 empty:hidden">
        <ListStates
          list={list}
          loading="Loading notifications..."
          failed="The notifications could not be loaded."
          empty={
            <div className="grid gap-1 px-4 py-8 text-center">
              <p className="font-semibold">You're all caught up</p>
              <p className="text-muted">New quote requests, bookings, orders and failed messages appear here.</p>
            </div>
          }
        />
        {[...groupBy(rows, ({ at }) => businessDay(at))].map(([day, news]) => (
          <section key={day} aria-label={formatDay(day)}>
            <h3 className="px-2 pt-2 pb-1 font-semibold font-text text-muted text-xs">{formatDay(day)}</h3>
            <ul>
              {news.map((notification) => (
                <Row key={notification.id} notification={notification} onClose={onClose} />
              ))}
            </ul>
          </section>
        ))}
        <LoadMore list={list} />
      </div>
    </>
  );
}

function formatDay(day: string): string {
  const today = getToday();
  if (day === today) return 'Today';
  return day === addDays(today, -1) ? 'Yesterday' : longDay(day, today);
}

/** Changes that the client or the office may have made. */
const CHANGES: readonly NewsVerb[] = ['booking.moved', 'booking.cancelled', 'plan.paused', 'plan.skipped'];
/** Returns the words of a notification, with the person behind a change. */
const toTitle = ({ verb, by }: Notification): string => {
  const isChange = CHANGES.includes(verb);
  if (by === 'admin') return `${NEWS[verb]} by the office`;
  return isChange && by === 'visitor' ? `${NEWS[verb]} by the client` : NEWS[verb];
};

const ROW = 'grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] content-start gap-x-3 rounded-small px-2 py-2';

function Row({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  const { record, at, isUnread } = notification;
  const Icon = record && KINDS[record.kind].icon;
  const content = (
    <>
      <span aria-hidden="true" className={`mt-1.5 size-2 shrink-0 rounded-full ${isUnread ? 'bg-pine-600' : ''}`} />
      <span className={`text-[15px] ${isUnread ? 'font-semibold' : 'font-medium'}`}>
        {toTitle(notification)}
        {isUnread && <span className="sr-only">, unread</span>}
      </span>
      <span className="col-span-2 col-start-2 row-start-2 truncate text-muted text-sm">
        {record ? `${record.title} · ${record.detail}` : 'Deleted since then'}
      </span>
      <span className="col-start-3 row-start-1 flex items-center gap-2 self-start text-muted text-sm tabular-nums">
        {formatTime(at)}
        {Icon && <Icon aria-hidden="true" className="size-[18px]" />}
      </span>
    </>
  );
  return (
    <li>
      {record ? (
        <Link {...KINDS[record.kind].toLink(record.id)} className={`${ROW} hover:bg-sage-100`} onClick={onClose}>
          {content}
        </Link>
      ) : (
        <div className={ROW}>{content}</div>
      )}
    </li>
  );
}
