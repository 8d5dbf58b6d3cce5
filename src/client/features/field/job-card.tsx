import { useEffect, useState } from 'react';
import { canSeeAccessNotes } from '../../../shared/clients';
import { formatPlannedMinutes, formatService, getPhase } from '../../../shared/dispatch';
import type { Job } from '../../../shared/field';
import { phoneHref } from '../../../shared/phone';
import { businessDay } from '../../../shared/time';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import { getNow, getToday } from '../../clock';
import { Chip, type Tone } from '../../ui/chip';
import { GetDirections, ViewOnMap } from '../../ui/outside-links';
import { pressOnce } from '../../ui/press-once';
import { Field } from '../../ui/public/field';
import { Icon } from '../../ui/public/icons';
import { formatTimestamp } from '../../ui/times';
import { WorkOrderId } from '../../ui/work-order-id';
import { JobPhotos, type PartProps } from './job-photos';
import { JobSteps } from './job-steps';
import type { JobAction } from './use-outgoing';

const TONES: Record<ReturnType<typeof getPhase>, Tone> = {
  planned: 'waiting',
  active: 'active',
  done: 'good',
  problem: 'bad',
  cancelled: 'quiet',
};

type JobCardProps = {
  job: Job;
  isOpen: boolean;
  /** True once a step has moved the card to another group. */
  isMoved: boolean;
  /** True to offer the contact buttons also while the card is closed. */
  hasContacts: boolean;
  onOpen: (isOpen: boolean) => void;
  onAction: (job: Job, action: JobAction) => void;
};

const scrollTo = (card: HTMLElement | null) => card?.scrollIntoView?.({ block: 'start' });

export function JobCard({ job, isOpen, isMoved, hasContacts, onOpen, onAction }: JobCardProps) {
  const act = (action: JobAction) => onAction(job, action);
  const [remarks, setRemarks] = useState('');
  const isDone = getPhase(job.status) === 'done';
  const isOffered = job.memberStatus === 'scheduled' && job.assignment?.status === 'assigned';
  return (
    <li ref={isMoved ? scrollTo : undefined} className="scroll-mt-18 rounded-card border border-line bg-paper">
      <article aria-label={`${job.client.name}, ${formatWorkOrderId(job.workOrderId)}`} className="grid">
        <JobHeader job={job} isShort={isDone && !isOpen} isOpen={isOpen} onToggle={() => onOpen(!isOpen)} />
        {(isOpen || hasContacts) && (
          <div className="grid gap-3 px-4 pb-2.5">
            <ContactButtons job={job} isOpen={isOpen} />
            {isOpen && (
              <>
                <Crew job={job} />
                <AccessNotes notes={canSeeAccessNotes(businessDay(job.scheduledDate), getToday()) ? job.accessNotes : null} />
                {[job.description, job.notes].map(
                  (text) =>
                    text && (
                      <p key={text} className="whitespace-pre-wrap text-[15px] [overflow-wrap:anywhere]">
                        {text}
                      </p>
                    ),
                )}
                <Components job={job} isDone={isDone} act={act} />
                <JobPhotos job={job} isDone={isDone} act={act} />
                <JobRemarks job={job} isDone={isDone} text={remarks} onText={setRemarks} act={act} />
              </>
            )}
          </div>
        )}
      </article>
      {!isDone && (isOpen || isOffered) && (
        <JobSteps job={job} isOffered={isOffered} isPinned={isOpen} remarks={remarks} onDone={() => setRemarks('')} act={act} />
      )}
    </li>
  );
}

type JobHeaderProps = { job: Job; isShort: boolean; isOpen: boolean; onToggle: () => void };

/** Shows whose job it is, when and where; a short one is a row of 56 px. A press opens or closes the card. */
const JobHeader = ({ job, isShort, isOpen, onToggle }: JobHeaderProps) => (
  <div className="relative grid min-h-14 content-center gap-px px-4 py-1 hover:bg-sage-50">
    <div className="flex items-center gap-2">
      <h3 className={`mr-auto min-w-0 font-bold font-text leading-snug ${isShort ? 'truncate' : '[overflow-wrap:anywhere]'}`}>
        {job.client.name}
      </h3>
      <Chip tone={TONES[getPhase(job.status)]}>{job.status}</Chip>
      <Icon d="M6 9l6 6 6-6" className={`size-5 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
    </div>
    <p className="flex gap-x-2 text-[15px] text-muted leading-snug">
      <span>
        {(job.priority === 'urgent' || job.priority === 'high') && !isShort && (
          <>
            <b className="font-semibold text-red-600 capitalize">{job.priority}</b> ·{' '}
          </>
        )}
        <time dateTime={job.scheduledDate} className={isShort ? '' : 'font-medium text-ink'}>
          {formatTimestamp(job.scheduledDate)}
        </time>
        {!isShort && ` · ${formatService(job.serviceType)} · ${formatPlannedMinutes(job)}`}
      </span>
      <JobTimer job={job} />
    </p>
    {job.confirmedAt !== null && getPhase(job.status) === 'planned' && (
      <p className="font-medium text-pine-700 text-sm">Confirmed by client</p>
    )}
    {!isShort && (
      <p className="text-[15px] leading-snug [overflow-wrap:anywhere]">
        {job.client.address}&nbsp;
        <span className="text-muted text-sm">
          · <WorkOrderId id={job.workOrderId} />
        </span>
      </p>
    )}
    <button type="button" aria-expanded={isOpen} onClick={onToggle} className="absolute inset-0 rounded-card">
      <span className="sr-only">Details of {job.client.name}</span>
    </button>
  </div>
);

const ADDRESS = 'tabular-nums [overflow-wrap:anywhere]';

/** Calls the client, writes to them or finds their address, each with one press. */
const ContactButtons = ({ job: { client }, isOpen }: { job: Job; isOpen: boolean }) => (
  <div className="flex flex-wrap gap-x-1.5 gap-y-2 *:grow *:px-2 *:text-sm">
    {client.phone && (
      <a className="button-ghost" href={phoneHref(client.phone)}>
        {isOpen && <Icon name="phone" className="size-4" />}
        <span>
          Call <span className={isOpen ? ADDRESS : 'sr-only'}>{client.phone}</span>
        </span>
      </a>
    )}
    {isOpen && client.email && (
      <a className="button-ghost" href={`mailto:${client.email}`}>
        <Icon name="mail" className="size-4" />
        <span>
          E-mail <span className={`${ADDRESS} max-sm:sr-only`}>{client.email}</span>
        </span>
      </a>
    )}
    <ViewOnMap address={client.address} />
    <GetDirections address={client.address} />
  </div>
);

/** Shows the members who work together, each with a press to call. */
function Crew({ job: { crew, assignment } }: { job: Job }) {
  if (crew.length < 2) return null;
  return (
    <section aria-label="Crew" className="grid gap-1">
      <h4 className="font-semibold">Crew</h4>
      <p className="text-muted text-sm">{assignment?.isLead ? 'You lead this job.' : 'The lead completes this job.'}</p>
      <ul className="flex flex-wrap gap-1.5">
        {crew.map(({ id, firstName, phone, isLead }) => (
          <li key={id}>
            <a className="button-ghost px-3 text-sm" href={phoneHref(phone)}>
              <Icon name="phone" className="size-4" />
              {firstName}
              {isLead && <Chip tone="good">Lead</Chip>}
              <span className="sr-only">{phone}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Components({ job, isDone, act }: PartProps) {
  if (job.jobComponents.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h4 className="font-semibold">Job Components</h4>
      <ul className="grid divide-y divide-line">
        {job.jobComponents.map(({ id, component, description, estimatedTime, isCompleted }) => (
          <li key={id} className="flex min-h-13 items-center gap-3 py-1">
            <div className="min-w-0 grow">
              <div className="flex items-center gap-2">
                <p className="mr-auto leading-snug [overflow-wrap:anywhere]">
                  <span className="font-medium">{component}</span>
                  {estimatedTime !== null && <span className="text-muted text-sm tabular-nums"> {estimatedTime} min</span>}
                </p>
                <Chip tone={isCompleted ? 'good' : 'waiting'}>{isCompleted ? 'Done' : 'Pending'}</Chip>
              </div>
              {description && <p className="text-muted text-sm leading-snug">{description}</p>}
            </div>
            {!isDone && (
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

type JobRemarksProps = PartProps & { text: string; onText: (text: string) => void };

const JobRemarks = ({ job, isDone, text, onText, act }: JobRemarksProps) => (
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
    {!isDone && (
      <>
        <Field label="Remarks">
          {(control) => (
            <textarea
              {...control}
              rows={2}
              placeholder="Sent with your next step, or by itself"
              value={text}
              onChange={(event) => onText(event.target.value)}
            />
          )}
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
