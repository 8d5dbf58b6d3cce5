import { clsx } from 'clsx';
import { useState } from 'react';
import { formatService } from '../../../../shared/service-name';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { GetDirections } from '../../../ui/outside-links';
import { formatTime } from '../../../ui/times';
import { WorkOrderId } from '../../../ui/work-order-id';
import { PriorityChip, StatusChip } from '../work-order-chips';
import type { DayPlan, Pin } from './day-plan';
import { PositionForm } from './position-form';

type JobListProps = {
  pins: DayPlan['pins'];
  chosenId: number | undefined;
  canLookUp: boolean;
  onChoose: (jobId: number | undefined) => void;
  onOpen: (jobId: number) => void;
};

/** Jobs shown until the others are asked for, or one of them is chosen on the map. */
const FIRST_JOBS = 8;

export function JobList({ pins, chosenId, canLookUp, onChoose, onOpen }: JobListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = !isWhole && pins.length > FIRST_JOBS + 1 && !pins.slice(FIRST_JOBS).some(({ job }) => job.id === chosenId);
  return (
    <div className="grid gap-3">
      <ol aria-label="Jobs in the order of the route" className="divide-y divide-line rounded-card border border-line bg-paper">
        {(isLong ? pins.slice(0, FIRST_JOBS) : pins).map((pin) => {
          const isChosen = pin.job.id === chosenId;
          return (
            <li
              key={pin.job.id}
              data-job={pin.job.id}
              className={clsx('first:rounded-t-card last:rounded-b-card', isChosen && 'bg-sage-50 inset-ring inset-ring-pine-700')}
            >
              <button
                type="button"
                aria-pressed={isChosen}
                className="flex w-full items-start gap-3 rounded-[inherit] px-3 py-2 text-left hover:bg-sage-50"
                onClick={() => onChoose(isChosen ? undefined : pin.job.id)}
              >
                <JobSummary pin={pin} />
              </button>
              {isChosen && <ChosenJob pin={pin} canLookUp={canLookUp} onOpen={onOpen} />}
            </li>
          );
        })}
      </ol>
      {isLong && (
        <button type="button" className="button-ghost justify-self-start" onClick={() => setIsWhole(true)}>
          Show all {pins.length} jobs
        </button>
      )}
    </div>
  );
}

const LINE = 'flex items-center justify-between gap-2';
const JobSummary = ({ pin: { job, number, town } }: { pin: Pin }) => (
  <>
    <span
      className={clsx(
        'grid size-7 shrink-0 place-items-center rounded-full border-2 border-pine-900 font-bold text-sm tabular-nums',
        town === undefined ? 'bg-pine-900 text-white' : 'border-dashed text-pine-900',
      )}
    >
      {number}
    </span>
    <span className="grid min-w-0 grow text-sm leading-5">
      <span className={LINE}>
        <span className="font-semibold text-[15px] [overflow-wrap:anywhere]">{job.clientName}</span>
        <StatusChip status={job.status} />
      </span>
      <span className="text-muted [overflow-wrap:anywhere]">{job.address}</span>
      {town !== undefined && <span className="font-medium">Approximate: shown at {town}</span>}
      <span className={LINE}>
        <span>
          {formatTime(job.scheduledDate)}
          {job.hasFixedWindow && ', booked window'} · {job.teamMember ?? 'Unassigned'}
        </span>
        {(job.priority === 'urgent' || job.priority === 'high') && <PriorityChip priority={job.priority} />}
      </span>
    </span>
  </>
);

function ChosenJob({ pin: { job, town }, canLookUp, onOpen }: { pin: Pin; canLookUp: boolean; onOpen: (jobId: number) => void }) {
  const [isPlacing, setIsPlacing] = useState(false);
  return (
    <div className="grid gap-3 px-4 pb-4">
      <p className="text-muted text-sm [overflow-wrap:anywhere]">
        <WorkOrderId id={job.workOrderId} /> · {formatService(job.serviceType)}
        {job.estimatedDuration !== null && ` · ${job.estimatedDuration} min`}
      </p>
      <div className="flex flex-wrap gap-2">
        <GetDirections address={job.address} label="Directions" />
        <button type="button" className="button-ghost" onClick={() => onOpen(job.id)}>
          Details<span className="sr-only"> of {formatWorkOrderId(job.workOrderId)}</span>
        </button>
        {town === undefined && (
          <button type="button" className="button-ghost" aria-expanded={isPlacing} onClick={() => setIsPlacing(!isPlacing)}>
            Change Position
          </button>
        )}
      </div>
      {isPlacing && <PositionForm job={job} canLookUp={canLookUp} onDone={() => setIsPlacing(false)} />}
    </div>
  );
}
