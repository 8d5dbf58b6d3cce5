import { useState } from 'react';
import type { WorkOrderStatus } from '../../../shared/dispatch';
import { askToSetOff, type Job, MEMBER_TRANSITIONS } from '../../../shared/field';
import { addMinutes } from '../../../shared/time';
import { getNow } from '../../clock';
import { askToConfirm } from '../../ui/confirmation/confirmation-store';
import { pressOnce } from '../../ui/press-once';
import type { JobAction } from './use-outgoing';

const STEPS: Partial<Record<WorkOrderStatus, { label: string; text: string; look: string }>> = {
  enroute: { label: 'Enroute', text: 'I am on my way', look: 'button-primary' },
  onsite: { label: 'Onsite', text: 'I have arrived', look: 'button-primary' },
  complete: { label: 'Complete', text: 'The work is done', look: 'button-primary' },
  incomplete: { label: 'Incomplete', text: 'I could not finish', look: 'button-ghost' },
};
const ARRIVALS = [10, 15, 20, 30, 45, 60];

type JobStepsProps = { job: Job; remarks: string; onDone: () => void; act: (action: JobAction) => void };

/** Shows the next step at the bottom of the screen while the card is in view. */
export function JobSteps({ job, remarks, onDone, act }: JobStepsProps) {
  const [minutes, setMinutes] = useState(0);
  const said = remarks.trim() || null;
  const isOffered = job.status === 'scheduled' && job.assignment?.status === 'assigned';
  const next = MEMBER_TRANSITIONS[job.status].filter((status) => STEPS[status] !== undefined);
  if (!isOffered && next.length === 0) return null;
  const respond = (accepted: boolean) => {
    act({ kind: 'respond', accepted, remarks: said });
    onDone();
  };
  const step = async (status: WorkOrderStatus) => {
    const estimatedArrival = status === 'enroute' && minutes > 0 ? addMinutes(new Date(getNow()), minutes) : null;
    // Asks now: queued actions may be sent later, while the member is not looking at the phone.
    const question = status === 'enroute' ? askToSetOff(job.scheduledDate, getNow()) : null;
    if (question !== null && !(await askToConfirm(question))) return;
    act({ kind: 'status', status, remarks: said, estimatedArrival, confirm: question !== null });
    onDone();
  };
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 grid gap-2 rounded-b-card border-line border-t bg-paper px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      <p className="truncate text-muted text-sm">{job.client.name}</p>
      {next.includes('enroute') && (
        <label className="flex min-h-11 items-center gap-3 text-[15px]">
          <span className="mr-auto">Arriving in</span>
          <select
            value={minutes}
            onChange={(event) => setMinutes(Number(event.target.value))}
            className="min-h-11 rounded-small border border-control bg-paper px-3"
          >
            <option value={0}>not said</option>
            {ARRIVALS.map((value) => (
              <option key={value} value={value}>
                {value} min
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="flex gap-2 *:min-h-13 *:grow *:basis-0">
        {isOffered && (
          <>
            <button type="button" className="button-ghost" {...pressOnce(() => respond(false))}>
              Decline
            </button>
            <button type="button" className="button-primary" {...pressOnce(() => respond(true))}>
              Accept
            </button>
          </>
        )}
        {[...next].reverse().map((status) => (
          <button key={status} type="button" className={STEPS[status]?.look} {...pressOnce(() => void step(status))}>
            <span className="grid leading-tight">
              <span>{STEPS[status]?.label}</span>
              <span className="font-normal text-[13px]">{STEPS[status]?.text}</span>
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
