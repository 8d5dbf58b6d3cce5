import type { Run, Worker } from '../../../shared/automation-schemas';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { CollapsedList } from '../../ui/collapsed-list';
import { Dialog } from '../../ui/dialog';
import { PAGED } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';

export const RUN_LOOKS: Record<Run['status'], readonly [tone: Tone, word: string]> = {
  ok: ['good', 'Found something'],
  empty: ['quiet', 'Nothing new'],
  skipped: ['waiting', 'Skipped'],
  error: ['bad', 'Failed'],
};

/** Returns the counts of a run, or undefined if its message already gives them. */
export const countsBeside = ({ message, examined, created }: Pick<Run, 'message' | 'examined' | 'created'>): string | undefined =>
  new RegExp(`examined ${examined}\\b.*created ${created}\\b`, 'i').test(message) ? undefined : `examined ${examined}, created ${created}`;

const PAGE = 20;
const TRIGGERS = { schedule: 'by schedule', manual: 'by hand', start: 'on start' } as const;

export function WorkerRuns({ worker, onClose }: { worker: Worker; onClose: () => void }) {
  const list = trpc.automation.runs.useInfiniteQuery({ key: worker.key, limit: PAGE }, PAGED);
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Runs: ${worker.label}`} text="Every run is listed, even if it found nothing.">
      <CollapsedList
        list={list}
        loading="Loading the runs..."
        failed="The runs could not be loaded."
        empty={<EmptyState title="No runs yet" text="Press Start or Run now." />}
        about="runs"
        isOrdered
      >
        {({ id, status, startedAt, trigger, message, ...counts }) => (
          <li key={id} className="grid gap-1 rounded-card border border-line p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Chip tone={RUN_LOOKS[status][0]}>{RUN_LOOKS[status][1]}</Chip>
              <span className="text-muted text-sm">
                <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>, {TRIGGERS[trigger]}
              </span>
            </p>
            <p className="[overflow-wrap:anywhere]">{message}</p>
            <p className="text-muted text-sm tabular-nums empty:hidden">{countsBeside({ message, ...counts })}</p>
          </li>
        )}
      </CollapsedList>
    </Dialog>
  );
}
