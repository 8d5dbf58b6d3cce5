import { ASSIGNMENT_TRANSITIONS, type Assignment, type AssignmentStatus } from '../../../../shared/assignments';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { useCompletionToast } from '../../../completion-toast';
import { trpc } from '../../../trpc';
import { CallButton, ReasonButton } from '../../../ui/mutation-button';
import { showToast } from '../../../ui/toast/toast-store';
import { STATUS_UPDATED } from '../status-step';
import { DispatchPrompt } from './dispatch-prompt';

const STEPS: Partial<Record<AssignmentStatus, string>> = {
  accepted: 'Mark Accepted',
  arrived: 'Mark Arrived',
  completed: 'Mark Completed',
};
const failure = 'Failed to update status. Please try again.';

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
      {step === 'dispatched' && <DispatchPrompt assignment={assignment} />}
      {step && STEPS[step] && (
        <CallButton
          look="button-dark"
          label={STEPS[step]}
          about={teamMember.name}
          call={change}
          input={{ id, status: step, confirm: false }}
        />
      )}
      <TakeBack assignment={assignment} />
    </>
  );
}

function TakeBack({ assignment: { id, teamMember, workOrder } }: { assignment: Assignment }) {
  const release = trpc.dispatch.release.useMutation({
    meta: { failure },
    onSuccess: () => {
      showToast({ title: 'Status Updated', description: `${formatWorkOrderId(workOrder.workOrderId)} is unassigned again.` });
    },
  });
  return (
    <ReasonButton
      label="Take Back"
      about={formatWorkOrderId(workOrder.workOrderId)}
      call={release}
      input={(reason) => ({ id, reason })}
      title={`Take ${formatWorkOrderId(workOrder.workOrderId)} back?`}
      text={`${teamMember.name} is removed from this job, which is then unassigned again.`}
      submit="Take Back"
    />
  );
}
