import { useEffect, useState } from 'react';
import { canSeeAccessNotes } from '../../../shared/clients';
import { formatPlannedMinutes, formatService, getPhase } from '../../../shared/dispatch';
import type { Job } from '../../../shared/field';
import { businessDay, formatDateTime } from '../../../shared/time';
import { getNow, getToday } from '../../clock';
import { Chip, type Tone } from '../../ui/chip';
import { ContactLinks } from '../../ui/contact-links';
import { GetDirections, ViewOnMap } from '../../ui/map-links';
import { JobPhotos } from './job-photos';
import { JobRemarks } from './job-remarks';
import { JobSteps } from './job-steps';
import type { JobAction } from './use-outgoing';

const TONES: Record<ReturnType<typeof getPhase>, Tone> = {
  planned: 'waiting',
  active: 'active',
  done: 'good',
  problem: 'bad',
  cancelled: 'quiet',
};

type JobCardProps = { job: Job; isOpen: boolean; onAction: (job: Job, action: JobAction) => void };

export function JobCard({ job, isOpen, onAction }: JobCardProps) {
  const act = (action: JobAction) => onAction(job, action);
  const [remarks, setRemarks] = useState('');
  const { client } = job;
  return (
    <li className="rounded-card border border-line bg-paper">
      <article aria-label={`${client.name}, ${job.workOrderId}`} className="grid gap-4 p-4">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <Chip tone={TONES[getPhase(job.status)]}>{job.status}</Chip>
            {(job.priority === 'urgent' || job.priority === 'high') && <Chip tone="bad">{job.priority}</Chip>}
            <JobTimer job={job} />
          </div>
          <h3 className="font-bold text-xl [overflow-wrap:anywhere]">{client.name}</h3>
          <p className="font-medium">
            <time dateTime={job.scheduledDate}>{formatDateTime(job.scheduledDate)}</time>
          </p>
          <p className="[overflow-wrap:anywhere]">{client.address}</p>
          <p className="text-[15px] text-muted">
            {formatService(job.serviceType)} · {formatPlannedMinutes(job)} · {job.workOrderId}
          </p>
          {job.description && <p className="whitespace-pre-wrap text-[15px] [overflow-wrap:anywhere]">{job.description}</p>}
          {job.notes && <p className="whitespace-pre-wrap text-[15px] [overflow-wrap:anywhere]">{job.notes}</p>}
        </div>
        <ContactLinks email={client.email} phone={client.phone} />
        <div className="flex flex-wrap gap-2 *:grow">
          <ViewOnMap address={client.address} />
          <GetDirections address={client.address} />
        </div>
        <AccessNotes notes={canSeeAccessNotes(businessDay(job.scheduledDate), getToday()) ? job.accessNotes : null} />
        <Components job={job} isOpen={isOpen} act={act} />
        <JobPhotos job={job} isOpen={isOpen} act={act} />
        <JobRemarks job={job} isOpen={isOpen} text={remarks} onText={setRemarks} act={act} />
      </article>
      {isOpen && <JobSteps job={job} remarks={remarks} onDone={() => setRemarks('')} act={act} />}
    </li>
  );
}

type ComponentsProps = Pick<JobCardProps, 'job' | 'isOpen'> & { act: (action: JobAction) => void };

function Components({ job, isOpen, act }: ComponentsProps) {
  if (job.jobComponents.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h4 className="font-semibold">Job Components</h4>
      <ul className="grid divide-y divide-line">
        {job.jobComponents.map(({ id, component, description, estimatedTime, isCompleted }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <div className="mr-auto min-w-0">
              <p className="[overflow-wrap:anywhere]">
                <span className="font-medium">{component}</span>
                {estimatedTime !== null && <span className="text-muted text-sm tabular-nums"> {estimatedTime} min</span>}
              </p>
              {description && <p className="text-muted text-sm">{description}</p>}
            </div>
            <Chip tone={isCompleted ? 'good' : 'waiting'}>{isCompleted ? 'Done' : 'Pending'}</Chip>
            {isOpen && (
              <button
                type="button"
                aria-pressed={isCompleted}
                className="grid size-11 shrink-0 place-items-center rounded-full border-2 border-control text-transparent aria-pressed:border-pine-600 aria-pressed:bg-pine-600 aria-pressed:text-white"
                onClick={() => act({ kind: 'component', componentId: id, component, isCompleted: !isCompleted })}
              >
                <span aria-hidden="true">✓</span>
                <span className="sr-only">{component} done</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const ACCESS = [
  ['gate', 'Gate'],
  ['alarm', 'Alarm'],
  ['pets', 'Pets'],
  ['key', 'Key'],
] as const;

/** Shows how to get in; the server sends it only around the day of the job. */
function AccessNotes({ notes }: { notes: Job['accessNotes'] }) {
  const given = ACCESS.filter(([key]) => notes?.[key]);
  if (!notes || given.length === 0) return null;
  return (
    <dl aria-label="Access" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-small bg-citrus-400/20 px-4 py-3">
      {given.map(([key, name]) => (
        <div key={key} className="contents">
          <dt className="font-semibold">{name}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{notes[key]}</dd>
        </div>
      ))}
    </dl>
  );
}

const formatElapsed = (seconds: number) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

function JobTimer({ job: { status, processedDate, actualDuration } }: { job: Job }) {
  if (status === 'onsite' && processedDate) return <Running since={processedDate} />;
  return actualDuration === null ? null : <span className="text-muted text-sm tabular-nums">took {actualDuration} min</span>;
}

function Running({ since }: { since: string }) {
  const [now, setNow] = useState(getNow);
  // Counts with the browser's clock.
  useEffect(() => {
    const timer = setInterval(() => setNow(getNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-label="Time on site" className="ml-auto font-semibold tabular-nums">
      {formatElapsed(Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 1000)))}
    </span>
  );
}
