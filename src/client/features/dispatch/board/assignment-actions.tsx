import { ASSIGNMENT_TRANSITIONS, type Assignment, type AssignmentStatus } from '../../../../shared/assignments';
import { getPhase } from '../../../../shared/dispatch';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { useCompletionToast } from '../../../completion-toast';
import { trpc } from '../../../trpc';
import { Button } from '../../../ui/button';
import { Chip, type Tone } from '../../../ui/chip';
import { MoreMenu } from '../../../ui/more-menu';
import { CallButton, MutationButton } from '../../../ui/mutation-button';
import { GetDirections, ViewOnMap } from '../../../ui/outside-links';
import { BULK_BUTTON } from '../../../ui/row-selection';
import { STATUS_UPDATED } from '../status-step';
import type { AssignRequest } from './assign-dialog';
import { DispatchPrompt } from './dispatch-prompt';
import { stepBack } from './step-back';

const TONES: Record<AssignmentStatus, Tone> = {
  assigned: 'waiting',
  accepted: 'active',
  dispatched: 'active',
  arrived: 'good',
  completed: 'good',
  declined: 'bad',
  released: 'quiet',
};
export const AssignmentChip = ({ status }: Pick<Assignment, 'status'>) => <Chip tone={TONES[status]}>{status}</Chip>;

const FAILURE = 'Failed to update status. Please try again.';

type StepProps = { assignment: Assignment; look?: string };

/** The button of the office's next step of an assignment; only the lead completes a job. */
export function NextStep({ assignment, look = 'button-dark' }: StepProps) {
  const { id, status, teamMember, isLead } = assignment;
  const [step] = ASSIGNMENT_TRANSITIONS[status];
  if (step === 'dispatched') return <DispatchPrompt assignment={assignment} look={look} />;
  if (step === 'completed') return isLead && <Complete assignment={assignment} look={look} />;
  if (step !== 'accepted' && step !== 'arrived') return null;
  return (
    <MutationButton
      look={look}
      label={step === 'accepted' ? 'Mark Accepted' : 'Mark Arrived'}
      about={teamMember.name}
      procedure={trpc.dispatch.setAssignmentStatus}
      input={{ id, status: step, confirm: false }}
      failure={FAILURE}
      done={STATUS_UPDATED}
      undo={stepBack(step)}
    />
  );
}

function Complete({ assignment: { id, teamMember, workOrder }, look }: StepProps) {
  const showCompleted = useCompletionToast();
  const complete = trpc.dispatch.setAssignmentStatus.useMutation({
    meta: { failure: FAILURE },
    onSuccess: () => showCompleted(workOrder.id, STATUS_UPDATED),
  });
  return (
    <CallButton
      {...(look && { look })}
      label="Mark Completed"
      about={teamMember.name}
      call={complete}
      input={{ id, status: 'completed', confirm: false }}
    />
  );
}

type MoveProps = { assignment: Assignment; onMove: (request: AssignRequest) => void };

/** Offers another member for a job that is not under way. */
export function MoveButton({ assignment: { id, status, workOrder, teamMember }, onMove }: MoveProps) {
  const isWaiting = status === 'assigned' || status === 'accepted';
  if (!isWaiting || getPhase(workOrder.status) !== 'planned') return null;
  return (
    <Button
      look={BULK_BUTTON}
      label="Move to Another Member"
      about={teamMember.name}
      onPress={() => onMove({ orders: [workOrder], assignmentId: id })}
    />
  );
}

/** Makes a member of a crew the lead of the job in the place of another one. */
export const MakeLead = ({ assignment: { id, teamMember } }: { assignment: Assignment }) => (
  <MutationButton
    look={BULK_BUTTON}
    label="Make lead"
    about={teamMember.name}
    procedure={trpc.dispatch.setLead}
    input={{ assignmentId: id }}
    failure={FAILURE}
    done={formatLead}
    undo={stepBack('led')}
  />
);
const formatLead = ({ teamMember, workOrder }: Assignment) => ({
  title: 'Lead Changed',
  description: `${teamMember.name} leads ${formatWorkOrderId(workOrder.workOrderId)} now.`,
});

export function TakeOff({ assignment: { id, teamMember, workOrder } }: { assignment: Assignment }) {
  const shown = formatWorkOrderId(workOrder.workOrderId);
  return (
    <MutationButton
      look={BULK_BUTTON}
      label="Take off the job"
      about={teamMember.name}
      procedure={trpc.dispatch.release}
      failure={FAILURE}
      done={({ workOrder: { assignedTeamMember } }) => ({
        title: 'Status Updated',
        description: assignedTeamMember ? `${teamMember.name} is off ${shown}.` : `${shown} is unassigned again.`,
      })}
      undo={stepBack('released')}
      reason={{
        title: `Take ${teamMember.name} off ${shown}?`,
        text: `${teamMember.name} gets an e-mail. Without another member, the job is unassigned again.`,
        submit: 'Take off the job',
        input: (reason) => ({ id, reason }),
      }}
    />
  );
}

export const MoreActions = ({ assignment, onMove }: MoveProps) => (
  <MoreMenu about={assignment.workOrder.client.name}>
    <MoveButton assignment={assignment} onMove={onMove} />
    <TakeOff assignment={assignment} />
    <ViewOnMap address={assignment.workOrder.client.address} />
    <GetDirections address={assignment.workOrder.client.address} />
  </MoreMenu>
);
