import { useEffect, useRef, useState } from 'react';
import type { Assignment } from '../../../../shared/assignments';
import { canSendDate } from '../../../../shared/date-mails';
import { getNow } from '../../../clock';
import { trpc } from '../../../trpc';
import { useAction } from '../../../ui/mutation-button';
import { showToast } from '../../../ui/toast/toast-store';
import type { AssignRequest } from './assign-dialog';
import type { DraggedJob } from './dragging';
import { stepBack } from './step-back';

const FAILURE = 'Failed to assign work order. Please try again.';

/** Assigns a dropped job to a member: at once, or in the dialog if there are warnings or the client can be sent the date. */
export function useDrop(memberId: number, onAssign: (request: AssignRequest) => void): (job: DraggedJob) => void {
  const toast = {
    failure: FAILURE,
    done: ({ teamMember }: Assignment) => ({ title: 'Work Order Assigned', description: `${teamMember.firstName} gets an e-mail.` }),
    undo: stepBack('assigned'),
  };
  const { mutate: assign } = useAction({ procedure: trpc.dispatch.assign, ...toast });
  const { mutate: move } = useAction({ procedure: trpc.dispatch.moveAssignment, ...toast });
  const utils = trpc.useUtils();
  const drop = useRef<(job: DraggedJob) => void>(undefined);
  // Updates the drop handler without registering the row again.
  useEffect(() => {
    drop.current = ({ order, assignmentId, memberId: holder }) => {
      if (holder === memberId) return;
      const request = { orders: [order], memberId, ...(assignmentId && { assignmentId }) };
      if (!assignmentId && canSendDate(order, getNow())) return onAssign(request);
      utils.dispatch.checkAssignment
        .fetch({ workOrderId: order.id, teamMemberId: memberId }, { staleTime: 0 })
        .then(({ warnings }) => {
          if (warnings.length > 0) onAssign(request);
          else if (assignmentId) move({ id: assignmentId, teamMemberId: memberId });
          else assign({ workOrderId: order.id, teamMemberId: memberId, notifyClient: false });
        })
        .catch(() => showToast({ title: 'Error', description: FAILURE, kind: 'destructive' }));
    };
  });
  const [give] = useState(() => (job: DraggedJob) => drop.current?.(job));
  return give;
}
