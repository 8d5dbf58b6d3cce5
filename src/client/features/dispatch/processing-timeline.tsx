import { clsx } from 'clsx';
import type { WorkOrder } from '../../../shared/dispatch';
import { showDateTime } from '../../../shared/time';

/** The four moments of an order, those to come without a time. */
export function ProcessingTimeline({ order }: { order: WorkOrder }) {
  const moments = [
    ['Order Created', order.createdAt],
    ['Work Started', order.processedDate],
    ['Work Completed', order.completedDate],
    ['Order Finalized', order.finalizedDate],
  ] as const;
  return (
    <ol className="grid">
      {moments.map(([name, at], index) => (
        <li key={name} className={clsx('relative grid grid-cols-[22px_minmax(0,1fr)] gap-3', index < moments.length - 1 && 'pb-5')}>
          {index < moments.length - 1 && (
            <span
              aria-hidden="true"
              className={clsx('absolute top-5 bottom-0 left-2.5 w-0.5', moments[index + 1]?.[1] ? 'bg-pine-600' : 'bg-line')}
            />
          )}
          <span
            aria-hidden="true"
            className={clsx(
              'mt-0.5 size-[22px] rounded-full border-2',
              at ? 'border-pine-600 bg-pine-600 shadow-[inset_0_0_0_4px_white]' : 'border-control bg-paper',
            )}
          />
          <span>
            <span className={clsx('block leading-snug', at ? 'font-semibold' : 'text-muted')}>{name}</span>
            <span className="text-muted text-sm">{at ? <time dateTime={at}>{showDateTime(at)}</time> : 'not yet'}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
