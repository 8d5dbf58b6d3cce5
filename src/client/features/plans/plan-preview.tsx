import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { planPreviewInput } from '../../../shared/plans-schemas';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { ErrorState } from '../../ui/states';
import { formatShortDate, formatShortDay } from '../../ui/times';

/** Pause in typing before the dates are asked for. */
const PAUSE_MS = 400;

/** Returns a value once it has stayed the same for a while. */
function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  // Starts a timer for the pause in typing.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as Value;
}

/** Shows the words of a plan while it is typed, and its next ten dates with what speaks against them. */
export function PlanPreview({ input }: { input: z.input<typeof planPreviewInput> }) {
  const { clientId, ...plan } = useSettled(input);
  const asked = { ...plan, ...(clientId && { clientId }) };
  const isReadable = planPreviewInput.safeParse(asked).success;
  const preview = trpc.plans.preview.useQuery(asked, { enabled: isReadable, placeholderData: (before) => before });
  if (!isReadable) return <p className="text-muted">The next dates appear here once the repeat, the day and the time are filled in.</p>;
  if (preview.isError && preview.error.data?.httpStatus === 400) return <p className="text-muted">{preview.error.message}</p>;
  if (preview.isError) return <ErrorState text="The next dates could not be loaded." onRetry={() => void preview.refetch()} />;
  const { words, dates } = preview.data ?? { words: '', dates: [] };
  return (
    <div className="grid gap-3" aria-busy={preview.isFetching}>
      <p className="min-h-6 font-semibold" role="status">
        {words || 'Looking up the next dates...'}
      </p>
      {preview.data && dates.length === 0 && <p className="text-muted">No visit falls into this time.</p>}
      <ol aria-label="Next dates" className="grid divide-y divide-line text-sm">
        {dates.map(({ date, on, conflicts }) => (
          <li key={date} className="grid gap-0.5 py-1.5">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
              <span className={on === null ? 'text-muted line-through' : 'font-medium'}>{formatShortDay(date)}</span>
              {on === null && <Chip tone="quiet">left out</Chip>}
              {on !== null && on !== date && <Chip tone="waiting">{`moved to ${formatShortDate(on)}`}</Chip>}
            </span>
            {conflicts.map((conflict) => (
              <span key={conflict} className="text-amber-700 text-sm">
                {conflict}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}
