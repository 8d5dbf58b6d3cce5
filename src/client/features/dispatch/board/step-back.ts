import type { Assignment, LIVE_ASSIGNMENTS } from '../../../../shared/assignments';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { trpc } from '../../../trpc';

function formatUndone({ status, workOrder: { workOrderId, assignedTeamMember } }: Assignment): string {
  if (status !== 'released') return `The assignment is ${status} again.`;
  const shown = formatWorkOrderId(workOrderId);
  const result = assignedTeamMember ? `${assignedTeamMember} has ${shown} again.` : `${shown} is unassigned again.`;
  return `${result} No e-mail was sent.`;
}

/** The way back from the office's step of an assignment to `status`, which its toast offers while the mails about it wait. */
export const stepBack = (status: (typeof LIVE_ASSIGNMENTS)[number]) => ({
  procedure: trpc.dispatch.undoStep,
  input: ({ id }: Pick<Assignment, 'id'>) => ({ id, status }),
  failure: 'This can no longer be undone.',
  done: (assignment: Assignment) => ({ title: 'Undone', description: formatUndone(assignment) }),
});
