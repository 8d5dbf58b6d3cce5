import { useEffect, useState } from 'react';
import { canSeeAccessNotes } from '../../../shared/clients';
import { formatPlannedMinutes, formatService, getPhase, PHOTO_KINDS } from '../../../shared/dispatch';
import { type Job, MAX_PHOTOS } from '../../../shared/field';
import { businessDay } from '../../../shared/time';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import { getNow, getToday } from '../../clock';
import { Chip, type Tone } from '../../ui/chip';
import { ContactLinks } from '../../ui/contact-links';
import { GetDirections, ViewOnMap } from '../../ui/outside-links';
import { PhotoList } from '../../ui/photo-list';
import { pressOnce } from '../../ui/press-once';
import { Field } from '../../ui/public/field';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { WorkOrderId } from '../../ui/work-order-id';
import { JobSteps } from './job-steps';
import { shrinkPhoto } from './photo-upload';
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
      <article aria-label={`${client.name}, ${formatWorkOrderId(job.workOrderId)}`} className="grid gap-4 p-4">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <Chip tone={TONES[getPhase(job.status)]}>{job.status}</Chip>
            {(job.priority === 'urgent' || job.priority === 'high') && <Chip tone="bad">{job.priority}</Chip>}
            <JobTimer job={job} />
          </div>
          <h3 className="font-bold text-xl [overflow-wrap:anywhere]">{client.name}</h3>
          <p className="font-medium">
            <time dateTime={job.scheduledDate}>{formatTimestamp(job.scheduledDate)}</time>
          </p>
          <p className="[overflow-wrap:anywhere]">{client.address}</p>
          <p className="text-[15px] text-muted">
            {formatService(job.serviceType)} · {formatPlannedMinutes(job)} · <WorkOrderId id={job.workOrderId} />
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

type JobRemarksProps = { job: Job; isOpen: boolean; text: string; onText: (text: string) => void; act: (action: JobAction) => void };

const JobRemarks = ({ job, isOpen, text, onText, act }: JobRemarksProps) => (
  <div className="grid gap-2">
    {job.remarks.length > 0 && (
      <ul className="grid gap-2" aria-label="Remarks so far">
        {job.remarks.map(({ id, at, action, details }) => (
          <li key={id} className="rounded-small bg-sage-50 px-3 py-2 text-[15px]">
            <span className="text-muted text-sm">
              {formatTimestamp(at)}, {action}
            </span>
            <br />
            <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{details}</span>
          </li>
        ))}
      </ul>
    )}
    {isOpen && (
      <>
        <Field label="Remarks" hint="Goes along with your next step, or by itself.">
          {(control) => <textarea {...control} rows={2} value={text} onChange={(event) => onText(event.target.value)} />}
        </Field>
        {text.trim() !== '' && job.assignment !== null && (
          <button
            type="button"
            className="button-ghost justify-self-start"
            {...pressOnce(() => {
              act({ kind: 'remark', remarks: text.trim() });
              onText('');
            })}
          >
            Save Remark
          </button>
        )}
      </>
    )}
  </div>
);

const NAMES = { before: 'Before', after: 'After' } as const;
function JobPhotos({ job, isOpen, act }: { job: Job; isOpen: boolean; act: (action: JobAction) => void }) {
  const left = MAX_PHOTOS - job.photos.length;
  if (!isOpen && job.photos.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h4 className="font-semibold">
        Photos <span className="font-normal text-muted text-sm tabular-nums">{`${job.photos.length} of ${MAX_PHOTOS}`}</span>
      </h4>
      {job.photos.length > 0 && <PhotoList photos={job.photos} />}
      {isOpen && left > 0 && job.assignment !== null && (
        <div className="flex gap-2 *:grow *:basis-0">
          {PHOTO_KINDS.map((kind) => (
            <TakePhoto key={kind} kind={kind} onPhoto={(image) => act({ kind: 'photo', photoKind: kind, image })} />
          ))}
        </div>
      )}
    </div>
  );
}

function TakePhoto({ kind, onPhoto }: { kind: keyof typeof NAMES; onPhoto: (image: Blob) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const take = async (file: File) => {
    setIsBusy(true);
    await shrinkPhoto(file).then(onPhoto, () =>
      showToast({ title: 'Error', description: 'This file is not a picture that the phone can read.', kind: 'destructive' }),
    );
    setIsBusy(false);
  };
  return (
    <label
      aria-disabled={isBusy || undefined}
      className="button-ghost cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-pine-600 has-focus-visible:outline-offset-2"
    >
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file && !isBusy) void take(file);
        }}
      />
      {isBusy ? 'Saving...' : `Add ${NAMES[kind]} Photo`}
    </label>
  );
}
