import { clsx } from 'clsx';
import { formatTimestamp } from './times';

/** An event of a timeline; `at` is null for a future one. */
export type Moment = { name: string; at: string | null; text?: string | null };

export const Timeline = ({ moments }: { moments: readonly Moment[] }) => (
  <ol className="grid">
    {moments.map(({ name, at, text }, index) => (
      <li key={name} className={clsx('relative grid grid-cols-[22px_minmax(0,1fr)] gap-3', index < moments.length - 1 && 'pb-5')}>
        {index < moments.length - 1 && (
          <span
            aria-hidden="true"
            className={clsx('absolute top-6 -bottom-0.5 left-2.5 w-0.5', moments[index + 1]?.at ? 'bg-pine-600' : 'bg-line')}
          />
        )}
        <span
          aria-hidden="true"
          className={clsx(
            'mt-0.5 size-[22px] rounded-full border-2',
            at ? 'border-pine-600 bg-pine-600 shadow-[inset_0_0_0_4px_var(--color-paper)]' : 'border-control bg-paper',
          )}
        />
        <span className="min-w-0">
          <span className={clsx('block leading-snug', at ? 'font-semibold' : 'text-muted')}>{name}</span>
          <span className="text-muted text-sm">{at ? <time dateTime={at}>{formatTimestamp(at)}</time> : 'not yet'}</span>
          {text && <span className="block text-[15px] [overflow-wrap:anywhere]">{text}</span>}
        </span>
      </li>
    ))}
  </ol>
);
