import type { UnbilledJob } from '../../../shared/billing';
import { formatService } from '../../../shared/dispatch';
import { formatPrice } from '../../../shared/store-sums';
import { businessDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import { getRows, PAGED } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { formatShortDate } from '../../ui/times';
import { useNarrow } from '../../ui/use-narrow';
import { BillJobs } from './bill-jobs';

const PAGE = 50;

type Job = UnbilledJob & { id: number };
const toRow = (job: UnbilledJob): Job => ({ ...job, id: job.workOrderId });
const getDone = ({ completedAt }: Job) => `done ${formatShortDate(businessDay(completedAt))}`;
const getMinutes = ({ minutes }: Job) => (minutes === null ? '' : `${minutes} min`);
const getAmount = ({ amount }: Job) => (amount === null ? 'No price yet' : formatPrice(amount));
const getService = ({ serviceType, isMonthly }: Job) => `${formatService(serviceType)}${isMonthly ? ', monthly invoice' : ''}`;
const toLink = ({ workOrderId }: Job) => ({ to: '/team', search: { order: workOrderId } }) as const;

const COLUMNS: readonly Column<Job>[] = [
  { key: 'client', head: 'Client', cell: (job) => job.clientName },
  { key: 'service', head: 'Service', from: 'md', cell: (job) => <TwoLines first={getService(job)} second={getDone(job)} /> },
  { key: 'minutes', head: 'Time', align: 'end', from: 'lg', width: 'w-28', cell: getMinutes },
  { key: 'amount', head: 'Price before taxes', align: 'end', width: 'w-44', cell: getAmount },
];

/** Shows the finished jobs that have no invoice, with their sum, and bills those that are selected. */
export function UnbilledJobs() {
  const list = trpc.billing.listUnbilled.useInfiniteQuery({ limit: PAGE }, PAGED);
  const isNarrow = useNarrow();
  const [first] = list.data?.pages ?? [];
  const rows = getRows(list).map(toRow);
  const jobs = { ...list, data: list.data && { pages: [{ rows }] } };
  return (
    <div className="grid gap-4">
      {first && first.jobs > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="mr-auto">
            <b className="font-semibold tabular-nums">{formatPrice(first.total)}</b> before taxes for{' '}
            <span className="tabular-nums">{first.jobs === 1 ? '1 finished job' : `${first.jobs} finished jobs`}</span>.
          </p>
          {isNarrow && <BillJobs jobs={rows} look="button-dark" />}
        </div>
      )}
      <DataTable
        name="unbilledJobs"
        title="Jobs to bill"
        list={jobs}
        columns={COLUMNS}
        about={(job) => `${job.clientName}, ${getDone(job)}`}
        open={toLink}
        select={{ bulk: (selected, clear) => <BillJobs jobs={selected} onDone={clear} /> }}
        phone={(job) => [
          [job.clientName, getAmount(job)],
          [getService(job), getDone(job)],
        ]}
        action={(job) => <BillJobs jobs={[job]} look={ROW_ACTION} isSingle />}
        menu={isNarrow ? (job) => <BillJobs jobs={[job]} look="button-ghost" /> : undefined}
        loading="Loading the jobs to bill..."
        failed="The jobs to bill could not be loaded."
        empty={
          <EmptyState
            heading="h2"
            title="Every finished job is billed"
            text="Completed jobs with a price or a time appear here until they are invoiced."
          >
            <ScreenLink to="/team" look="button-ghost mt-2" label="Show Jobs" />
          </EmptyState>
        }
      />
    </div>
  );
}
