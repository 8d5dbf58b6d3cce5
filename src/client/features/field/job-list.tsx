import { useState } from 'react';
import type { FieldDashboard, Job } from '../../../shared/field';
import { businessDay } from '../../../shared/time';
import { getToday } from '../../clock';
import { Button } from '../../ui/button';
import { Section } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { JobCard } from './job-card';
import type { JobAction } from './use-outgoing';

const COUNTERS = [
  ['Assigned Today', 'assignedToday'],
  ['Completed', 'completed'],
  ['In Progress', 'inProgress'],
  ['Issues', 'issues'],
] as const;

/** Shows the four figures in one row; placeholders while they load. */
export const Counters = ({ counters }: { counters?: FieldDashboard['counters'] }) => (
  <dl className="grid min-h-12 grid-cols-[1.35fr_1.05fr_1.1fr_.8fr] divide-x divide-line rounded-card border border-line bg-paper py-1 text-center">
    {COUNTERS.map(([name, key]) => (
      <div key={name} className="flex flex-col-reverse justify-end">
        <dt className="text-muted text-xs leading-4">{name}</dt>
        <dd className="font-bold font-display text-lg tabular-nums leading-[22px]">{counters?.[key] ?? '–'}</dd>
      </div>
    ))}
  </dl>
);

const GROUPS = ['Now', 'Overdue', 'Today', 'Later', 'Issues', 'Done'] as const;
type Group = (typeof GROUPS)[number];
/** Jobs that a long group shows at first: the nearest to come, and the last ones done. */
const SHOWN: Partial<Record<Group, number>> = { Later: 4, Done: 3 };

function getGroup(job: Job, today: string): Group {
  const day = businessDay(job.scheduledDate);
  if (job.status === 'complete' || job.status === 'completed') return 'Done';
  if (job.status === 'enroute' || job.status === 'onsite' || job.status === 'in-progress') return 'Now';
  if (job.status === 'incomplete') return 'Issues';
  return day < today ? 'Overdue' : day === today ? 'Today' : 'Later';
}

type JobListProps = { jobs: readonly Job[]; onAction: (job: Job, action: JobAction) => void };

/** Shows the next job in full, further open ones as short cards and finished ones as rows. A press opens or closes any of them. */
export function JobList({ jobs, onAction }: JobListProps) {
  const today = getToday();
  const [opened, setOpened] = useState<OpenedJobs>({});
  const [movedId, setMovedId] = useState<number>();
  if (jobs.length === 0)
    return <EmptyState heading="h2" title="No Work Orders Assigned" text="When the office gives you a job, it appears here by itself." />;
  const groups = GROUPS.map((name) => ({ name, rows: jobs.filter((job) => getGroup(job, today) === name) })).filter(
    ({ rows }) => rows.length > 0,
  );
  const [first] = groups;
  const nextId = first && first.name !== 'Done' ? first.rows[0]?.id : undefined;
  const setOpen = (id: number, isOpen: boolean | undefined) => setOpened((before) => ({ ...before, [id]: isOpen }));
  const act: JobListProps['onAction'] = (job, action) => {
    onAction(job, action);
    if (action.kind !== 'status') return;
    // On the way and on site, a job moves to the first group and stays open and in view there. A finished one closes.
    const isUnderWay = action.status === 'enroute' || action.status === 'onsite';
    setOpen(job.id, isUnderWay || undefined);
    setMovedId(isUnderWay ? job.id : undefined);
  };
  return groups.map(({ name, rows }) => (
    <JobGroup key={name} {...{ name, rows, nextId, opened, movedId }} onAction={act} onOpen={setOpen} />
  ));
}

/** The jobs that the member opened (true) or closed (false), by id. */
type OpenedJobs = Readonly<Record<number, boolean | undefined>>;
type JobGroupProps = {
  name: Group;
  rows: readonly Job[];
  nextId: number | undefined;
  opened: OpenedJobs;
  movedId: number | undefined;
  onAction: JobListProps['onAction'];
  onOpen: (id: number, isOpen: boolean) => void;
};

function JobGroup({ name, rows, nextId, opened, movedId, onAction, onOpen }: JobGroupProps) {
  const [isWhole, setIsWhole] = useState(false);
  const most = SHOWN[name] ?? rows.length;
  // A single further job takes no more room than the button.
  const isFolded = !isWhole && rows.length > most + 1;
  return (
    <Section
      gap="gap-3"
      title={
        <>
          {name} <span className="font-normal text-muted tabular-nums">{rows.length}</span>
        </>
      }
    >
      <ul className={`grid ${name === 'Done' ? 'gap-1' : 'gap-2'}`}>
        {(isFolded ? rows.slice(0, most) : rows).map((job) => (
          <JobCard
            key={job.id}
            job={job}
            isOpen={opened[job.id] ?? job.id === nextId}
            isMoved={name === 'Now' && job.id === movedId}
            hasContacts={name !== 'Later' && name !== 'Done'}
            onOpen={(isOpen) => onOpen(job.id, isOpen)}
            onAction={onAction}
          />
        ))}
      </ul>
      {isFolded && <Button look="button-ghost justify-self-center" label={`Show all ${rows.length}`} onPress={() => setIsWhole(true)} />}
    </Section>
  );
}

/** Keeps the place of the figures and the next job while they load. */
export const JobListSkeleton = () => (
  <>
    <div role="status" className="sr-only">
      Loading your jobs...
    </div>
    <div aria-hidden="true" className="grid gap-4">
      <Counters />
      <div className="h-[440px] rounded-card border border-line bg-sage-100 motion-safe:animate-pulse" />
    </div>
  </>
);
