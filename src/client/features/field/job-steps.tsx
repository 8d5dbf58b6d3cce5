import { useState } from 'react';
import { askToComplete } from '../../../shared/completion';
import type { WorkOrderStatus } from '../../../shared/dispatch';
import { askToSetOff, type Job, MEMBER_TRANSITIONS } from '../../../shared/field';
import { addMinutes } from '../../../shared/time';
import { getNow } from '../../clock';
import { askToConfirm } from '../../ui/confirmation/confirmation-store';
import { pressOnce } from '../../ui/press-once';
import type { JobAction } from './use-outgoing';

const PRIMARY = 'button-primary grow text-[17px]';
const STEPS: Partial<Record<WorkOrderStatus, { label: string; text: string; look: string }>> = {
  enroute: { label: 'Enroute', text: 'I am on my way', look: PRIMARY },
  onsite: { label: 'Onsite', text: 'I have arrived', look: PRIMARY },
  complete: { label: 'Complete', text: 'The work is done', look: PRIMARY },
  incomplete: { label: 'Incomplete', text: 'I could not finish', look: 'button-ghost' },
};
/** Returns the question before a step that may be a mistake, or null. */
function getQuestion(job: Job, status: WorkOrderStatus): string | null {
  if (status === 'enroute') return askToSetOff(job.scheduledDate, getNow());
  return status === 'complete' ? askToComplete(job, job.mailsClient) : null;
}
const ARRIVALS = [10, 15, 20, 30, 45, 60];

type JobStepsProps = {
  job: Job;
  isOffered: boolean;
  /** True to keep the steps at the bottom of the screen while the card is in view. */
  isPinned: boolean;
  remarks: string;
  onDone: () => void;
  act: (action: JobAction) => void;
};

/** Shows the next step of a job as a big button, a way out of it as a smaller one. */
export function JobSteps({ job, isOffered, isPinned, remarks, onDone, act }: JobStepsProps) {
  const [minutes, setMinutes] = useState(0);
  const said = remarks.trim() || null;
  // Only the lead ends the work of a crew.
  const canEnd = job.assignment?.isLead ?? true;
  const next = MEMBER_TRANSITIONS[job.memberStatus].filter(
    (status) => STEPS[status] !== undefined && (canEnd || (status !== 'complete' && status !== 'incomplete')),
  );
  if (!isOffered && next.length === 0) return null;
  const respond = (accepted: boolean) => {
    act({ kind: 'respond', accepted, remarks: said });
    onDone();
  };
  const step = async (status: WorkOrderStatus) => {
    const estimatedArrival = status === 'enroute' && minutes > 0 ? addMinutes(new Date(getNow()), minutes) : null;
    // Asks now: queued actions may be sent later, while the member is not looking at the phone.
    const question = getQuestion(job, status);
    if (question !== null && !(await askToConfirm(question))) return;
    act({ kind: 'status', status, remarks: said, estimatedArrival, confirm: question !== null });
    onDone();
  };
  return (
    <div
      {...(isPinned && { 'data-bottom-bar': true })}
      className={`grid gap-2 rounded-b-card bg-paper px-4 ${isPinned ? 'sticky bottom-0 z-10 border-line border-t pt-2 pb-[max(12px,env(safe-area-inset-bottom))]' : 'pb-1.5'}`}
    >
      {isPinned && (
        <div className="flex items-center gap-3">
          <p className="mr-auto truncate text-muted text-sm leading-5">{job.client.name}</p>
          {next.includes('enroute') && <Arrival minutes={minutes} onMinutes={setMinutes} />}
        </div>
      )}
      <div className={`flex gap-2 ${isPinned ? '*:min-h-14' : ''}`}>
        {isOffered && (
          <>
            <button type="button" className="button-ghost" {...pressOnce(() => respond(false))}>
              Decline
            </button>
            <button type="button" className={isPinned ? PRIMARY : 'button-dark grow'} {...pressOnce(() => respond(true))}>
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

const Arrival = ({ minutes, onMinutes }: { minutes: number; onMinutes: (minutes: number) => void }) => (
  <label className="flex min-h-11 shrink-0 items-center gap-2 text-[15px]">
    Arriving in
    <select
      value={minutes}
      onChange={(event) => onMinutes(Number(event.target.value))}
      className="min-h-11 rounded-small border border-control bg-paper px-2"
    >
      <option value={0}>not said</option>
      {ARRIVALS.map((value) => (
        <option key={value} value={value}>
          {value} min
        </option>
      ))}
    </select>
  </label>
);
