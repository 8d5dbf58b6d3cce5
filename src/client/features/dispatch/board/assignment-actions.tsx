import { useState } from 'react';
import { ASSIGNMENT_TRANSITIONS, type Assignment, type AssignmentStatus } from '../../../../shared/assignments';
import { useCompletionToast } from '../../../completion-toast';
import { trpc } from '../../../trpc';
import { ActionButton } from '../../../ui/action-button';
import { ReasonDialog } from '../../../ui/reason-dialog';
import { showToast } from '../../../ui/toast/toast-store';
import { STATUS_UPDATED } from '../status-toast';
import { SendOff } from './send-off';

const STEPS: Partial<Record<AssignmentStatus, string>> = {
  accepted: 'Mark Accepted',
  arrived: 'Mark Arrived',
  completed: 'Mark Completed',
};
const failure = 'Failed to update status. Please try again.';

/** Buttons for the dispatcher's next steps with an assignment. */
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
          onPress={() => change.mutate({ id, status: step, confirm: false })}
        />
      )}
      <TakeBack assignment={assignment} />
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
        text={`${teamMember.name} is removed from this job, which is then unassigned again.`}
        submit="Take Back"
        cancel="Keep It"
        isPending={release.isPending}
        error={release.error}
        onSubmit={(reason) => release.mutate({ id, reason })}
      />
    </>
  );
}
