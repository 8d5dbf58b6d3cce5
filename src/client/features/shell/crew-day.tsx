import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { getPhase } from '../../../shared/dispatch';
import type { LaneJob } from '../../../shared/overview';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { Icon } from '../../ui/public/icons';
import { ErrorState } from '../../ui/states';
import { formatLongDay, formatTime } from '../../ui/times';
import { useDay, useOverview } from './use-overview';

/** Shows today's jobs of each member, and those without a member. */
export function CrewDay() {
  const { data, isError, refetch } = useDay();
  return (
    <section aria-labelledby="crew-title" className="grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="crew-title" className="font-bold text-xl">
          {data ? formatLongDay(data.day) : 'Today'}
        </h2>
        <ScreenLink to="/dispatch" look={TEXT_LINK} label="Dispatch" />
      </div>
      {isError && <ErrorState text="Today's jobs could not be loaded." onRetry={() => void refetch()} />}
      {data && data.lanes.length + data.unassigned.length === 0 && (
        <p className="rounded-card border border-line bg-paper px-4 py-3 text-muted">
          No team members yet. <ScreenLink to="/team-management" look={TEXT_LINK} label="Add the first one" />
        </p>
      )}
      {data && data.lanes.length + data.unassigned.length > 0 && (
        <ul className="rounded-card border border-line bg-paper">
          {data.unassigned.length > 0 && <Lane name="Unassigned" jobs={data.unassigned} isWaiting />}
          {data.lanes.map(({ memberId, name, timeOff, jobs }) => (
            <Lane key={memberId} memberId={memberId} name={name} jobs={jobs} idle={timeOff === null ? 'Free' : 'Off today'} />
          ))}
        </ul>
      )}
      <Overload />
    </section>
  );
}

/** Names the days that have more jobs than people, each with a link to its board. */
function Overload() {
  const days = useOverview().data?.overload ?? [];
  if (days.length === 0) return null;
  return (
    <ul aria-label="Too many jobs" className="rounded-card border border-amber-700 bg-amber-100 px-3 text-sm lg:py-1">
      {days.map(({ day, text }) => (
        <li key={day}>
          <Link to="/dispatch" search={{ day }} className="flex min-h-8 items-center font-medium hover:underline max-lg:min-h-11">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

// For a job whose client confirmed its time.
const CONFIRMED = 'Confirmed by client';
// For a visit of a plan that was made although too few people were free.
const OVERBOOKED = 'overbooked';

/** Describes a job for the pointer: the client and what the row shows as icons. */
const formatTitle = ({ clientName, confirmedAt, overbooked }: LaneJob): string =>
  [clientName, confirmedAt !== null && CONFIRMED, overbooked && OVERBOOKED].filter(Boolean).join(', ');

type LaneProps = { memberId?: number; name: string; jobs: readonly LaneJob[]; idle?: string; isWaiting?: boolean };
const isDone = ({ status }: LaneJob) => getPhase(status) === 'done';

const Lane = (props: LaneProps) => (
  <li className="border-line border-t text-sm first:border-t-0">
    <WideLane {...props} />
    <PhoneLane {...props} />
  </li>
);

const WideLane = ({ name, jobs, idle, isWaiting = false }: LaneProps) => (
  <div className="grid min-h-11 grid-cols-[92px_minmax(0,1fr)] items-center gap-x-2 px-3 py-1 max-sm:hidden">
    <span className={clsx('truncate font-semibold', isWaiting && 'text-amber-700')}>{name}</span>
    {jobs.length === 0 && <span className="text-muted">{idle}</span>}
    <ul aria-label={`Jobs of ${name}`} className="grid min-w-0 grid-cols-2 gap-1 empty:hidden">
      {jobs.map((job) => (
        <li key={job.id} className="min-w-0">
          <Link
            to="/team"
            search={{ order: job.id }}
            title={formatTitle(job)}
            className={clsx(
              'flex min-h-7 items-center gap-1.5 rounded-small px-2 hover:underline max-lg:min-h-11',
              isWaiting ? 'bg-amber-100' : 'bg-sage-100',
            )}
          >
            <span className="whitespace-nowrap text-muted tabular-nums">{formatTime(job.scheduledDate).replace(':00', '')}</span>{' '}
            <span className="truncate">{job.clientName}</span>
            {job.confirmedAt !== null && (
              <>
                <Icon name="check" className="size-4 shrink-0 text-pine-700" />
                <span className="sr-only">, {CONFIRMED}</span>
              </>
            )}
            {job.overbooked && !isDone(job) && <Overbooked />}
            {isDone(job) && <span className="sr-only">, done</span>}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);

const Overbooked = () => (
  <>
    <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-red-600" />
    <span className="sr-only">, {OVERBOOKED}</span>
  </>
);

/** Sums the lane up in a row that opens the day of the member on the board. */
function PhoneLane({ memberId, name, jobs, idle, isWaiting = false }: LaneProps) {
  const next = jobs.find((job) => !isDone(job));
  const count = `${jobs.length} job${jobs.length === 1 ? '' : 's'}`;
  const isOverbooked = jobs.some((job) => job.overbooked && !isDone(job));
  return (
    <Link to="/dispatch" search={{ member: memberId }} className="flex min-h-11 items-center gap-3 px-3 sm:hidden">
      <span className={clsx('w-28 shrink-0 truncate font-semibold', isWaiting && 'text-amber-700')}>{name}</span>{' '}
      <span className="min-w-0 truncate text-muted">
        {jobs.length === 0 ? idle : `${count} · ${next ? `${formatTime(next.scheduledDate)} ${next.clientName}` : 'all done'}`}
      </span>
      {isOverbooked && <Overbooked />}
    </Link>
  );
}
