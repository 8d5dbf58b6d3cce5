import { clsx } from 'clsx';
import { useState } from 'react';
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

export const JobList = ({ pins, chosenId, canLookUp, onChoose, onOpen }: JobListProps) => (
  <ol aria-label="Jobs in the order of the route" className="grid gap-2">
    {pins.map((pin) => {
      const isChosen = pin.job.id === chosenId;
      return (
        <li
          key={pin.job.id}
          data-job={pin.job.id}
          className={clsx('rounded-card border bg-paper', isChosen ? 'border-pine-700 ring-1 ring-pine-700' : 'border-line')}
        >
          <button
            type="button"
            aria-pressed={isChosen}
            className="flex min-h-14 w-full items-start gap-3 rounded-card px-4 py-3 text-left hover:bg-sage-50"
            onClick={() => onChoose(isChosen ? undefined : pin.job.id)}
          >
            <JobSummary pin={pin} />
          </button>
          {isChosen && <ChosenJob pin={pin} canLookUp={canLookUp} onOpen={onOpen} />}
        </li>
      );
    })}
  </ol>
);

const JobSummary = ({ pin: { job, number, town } }: { pin: Pin }) => (
  <>
    <span
      className={clsx(
        'grid size-8 shrink-0 place-items-center rounded-full border-2 border-pine-900 font-bold text-sm tabular-nums',
        town === undefined ? 'bg-pine-900 text-white' : 'border-dashed text-pine-900',
      )}
    >
      {number}
    </span>
    <span className="grid min-w-0 grow gap-1">
      <span className="font-semibold leading-snug [overflow-wrap:anywhere]">{job.clientName}</span>
      <span className="text-[15px] text-muted leading-snug [overflow-wrap:anywhere]">{job.address}</span>
      {town !== undefined && <span className="font-medium text-sm">Approximate: shown at {town}</span>}
      <span className="text-sm leading-snug">
        {formatTime(job.scheduledDate)}
        {job.hasFixedWindow && ', booked window'} · {job.teamMember ?? 'Unassigned'}
      </span>
      <span className="mt-0.5 flex flex-wrap gap-1.5">
        <StatusChip status={job.status} />
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
        <WorkOrderId id={job.workOrderId} /> · <span className="capitalize">{job.serviceType}</span>
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
