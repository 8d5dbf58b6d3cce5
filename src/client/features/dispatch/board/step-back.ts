import type { z } from 'zod';
import type { Assignment, assignmentUndo } from '../../../../shared/assignments';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { trpc } from '../../../trpc';

type Step = z.output<typeof assignmentUndo>['status'];

function formatUndone(undone: Step, { status, teamMember, workOrder: { workOrderId, assignedTeamMember } }: Assignment): string {
  const shown = formatWorkOrderId(workOrderId);
  if (undone === 'led') return `${assignedTeamMember ?? 'The former lead'} leads ${shown} again.`;
  if (undone === 'released') return `${teamMember.name} has ${shown} again. No e-mail was sent.`;
  if (status !== 'released') return `The assignment is ${status} again.`;
  const result = assignedTeamMember ? `${assignedTeamMember} has ${shown} again.` : `${shown} is unassigned again.`;
  return `${result} No e-mail was sent.`;
}

/** Returns the undo of the step that brought an assignment to `status`, which its toast offers for ten seconds. */
export const stepBack = (status: Step) => ({
  procedure: trpc.dispatch.undoStep,
  input: ({ id }: Pick<Assignment, 'id'>) => ({ id, status }),
  failure: 'This can no longer be undone.',
  done: (assignment: Assignment) => ({ title: 'Undone', description: formatUndone(status, assignment) }),
});
