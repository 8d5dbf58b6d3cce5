import { type FormEvent, useState } from 'react';
import { ASSIGNMENT_TRANSITIONS, type Assignment, type AssignmentStatus } from '../../../../shared/assignments';
import { businessDay, showShortDate } from '../../../../shared/time';
import { readLocalTime } from '../../../../shared/time-input';
import { getToday } from '../../../clock';
import { useCompletionToast } from '../../../completion-toast';
import { trpc } from '../../../trpc';
import { ActionButton } from '../../../ui/action-button';
import { Dialog } from '../../../ui/dialog';
import { DialogButtons } from '../../../ui/dialog-buttons';
import { Field } from '../../../ui/public/field';
import { ReasonDialog } from '../../../ui/reason-dialog';
import { showToast } from '../../../ui/toast/toast-store';
import { STATUS_UPDATED } from '../status-toast';

const STEPS: Partial<Record<AssignmentStatus, string>> = {
  accepted: 'Mark Accepted',
  arrived: 'Mark Arrived',
  completed: 'Mark Completed',
};
const failure = 'Failed to update status. Please try again.';

/** What the dispatcher may do with an assignment now. */
export function AssignmentActions({ assignment }: { assignment: Assignment }) {
  const { id, status, teamMember } = assignment;
  const [step] = ASSIGNMENT_TRANSITIONS[status];
  const showCompleted = useCompletionToast();
  const change = trpc.dispatch.setAssignmentStatus.useMutation({
    meta: { failure },
    onSuccess: (changed) =>
      changed.status === 'completed' ? showCompleted(changed.workOrder.id, STATUS_UPDATED) : showToast(STATUS_UPDATED),
  });
  return (
    <>
      {step === 'dispatched' && <SendOff assignment={assignment} />}
      {step && STEPS[step] && (
        <ActionButton
          look="button-dark"
          label={STEPS[step]}
          about={teamMember.name}
          isPending={change.isPending}
          onPress={() => change.mutate({ id, status: step })}
        />
      )}
      <TakeBack assignment={assignment} />
    </>
  );
}

/** Sends the member off with the time of arrival; an empty one does nothing (back-office.md §5). */
function SendOff({ assignment: { id, teamMember, workOrder } }: { assignment: Assignment }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const sendOff = trpc.dispatch.sendOff.useMutation({
    meta: { failure: 'Failed to dispatch team member. Please try again.' },
    onSuccess: () => {
      setIsOpen(false);
      const day = businessDay(workOrder.scheduledDate);
      const description =
        day === getToday()
          ? `${teamMember.name} is on the way to ${workOrder.client.name}.`
          : `${teamMember.firstName} is assigned for ${showShortDate(day)}.`;
      showToast({ title: 'Team Member Dispatched', description });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sendOff.isPending) return;
    if (text.trim() === '') return setIsOpen(false);
    const estimatedArrival = readLocalTime(text);
    if (estimatedArrival) sendOff.mutate({ id, estimatedArrival });
    else showToast({ title: 'Error', description: 'Failed to dispatch team member. Please try again.', kind: 'destructive' });
  };
  const isWrong = text.trim() !== '' && readLocalTime(text) === undefined;
  return (
    <>
      <button
        type="button"
        className="button-dark"
        onClick={() => {
          setText('');
          setIsOpen(true);
        }}
      >
        Dispatch<span className="sr-only">, {teamMember.name}</span>
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Dispatch ${teamMember.name}`}
        text={`When should ${teamMember.firstName} be at ${workOrder.client.name}? Left empty, nothing happens.`}
      >
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field
            label="Estimated Arrival (YYYY-MM-DD HH:MM)"
            hint="On the company's clock, such as 2026-11-21 10:30."
            error={isWrong && text.length >= 16 ? 'Please write it as YYYY-MM-DD HH:MM.' : undefined}
          >
            {(control) => (
              <input
                {...control}
                value={text}
                inputMode="text"
                autoComplete="off"
                placeholder="YYYY-MM-DD HH:MM"
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <DialogButtons onCancel={() => setIsOpen(false)} submit="Dispatch" isPending={sendOff.isPending} />
        </form>
      </Dialog>
    </>
  );
}

function TakeBack({ assignment: { id, teamMember, workOrder } }: { assignment: Assignment }) {
  const [isOpen, setIsOpen] = useState(false);
  const release = trpc.dispatch.release.useMutation({
    meta: { failure },
    onSuccess: () => {
      setIsOpen(false);
      showToast({ title: 'Status Updated', description: `${workOrder.workOrderId} is unassigned again.` });
    },
  });
  return (
    <>
      <button type="button" className="button-ghost" onClick={() => setIsOpen(true)}>
        Take Back<span className="sr-only">, {workOrder.workOrderId}</span>
      </button>
      <ReasonDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Take ${workOrder.workOrderId} back?`}
        text={`${teamMember.name} has it no longer, and it is unassigned again.`}
        submit="Take Back"
        cancel="Keep It"
        isPending={release.isPending}
        error={release.error}
        onSubmit={(reason) => release.mutate({ id, reason })}
      />
    </>
  );
}
