import { type FormEvent, useState } from 'react';
import type { Assignment } from '../../../../shared/assignments';
import { businessDay } from '../../../../shared/time';
import { formatLocalTime, readLocalTime } from '../../../../shared/time-input';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { DialogButton } from '../../../ui/dialog-button';
import { DialogButtons } from '../../../ui/dialog-buttons';
import { useAction } from '../../../ui/mutation-button';
import { formatShortDate } from '../../../ui/times';
import { showToast } from '../../../ui/toast/toast-store';
import { PlannedTime } from '../planned-time';
import { ArrivalField, useArrival } from './arrival-field';
import { stepBack } from './step-back';

const FAILURE = 'Failed to dispatch team member. Please try again.';

export const DispatchPrompt = ({ assignment, look }: { assignment: Assignment; look: string }) => (
  <DialogButton
    look={look}
    label="Dispatch"
    about={assignment.teamMember.name}
    title={`Dispatch ${assignment.teamMember.name}`}
    text={`When should ${assignment.teamMember.firstName} be at ${assignment.workOrder.client.name}? If you leave it empty, nothing happens.`}
  >
    {(close) => <DispatchForm assignment={assignment} onDone={close} />}
  </DialogButton>
);

function DispatchForm({ assignment, onDone }: { assignment: Assignment; onDone: () => void }) {
  const { id, teamMember, workOrder, estimatedArrival: planned } = assignment;
  const [isWrong, setIsWrong] = useState(false);
  const dispatch = useAction({
    procedure: trpc.dispatch.dispatchAssignment,
    failure: FAILURE,
    done: (_dispatched, { estimatedArrival }) => {
      const otherDay = [estimatedArrival, workOrder.scheduledDate].map(businessDay).find((day) => day !== getToday());
      const description = otherDay
        ? `${teamMember.firstName} is assigned for ${formatShortDate(otherDay)}.`
        : `${teamMember.name} is on the way to ${workOrder.client.name}.`;
      return { title: 'Team Member Dispatched', description };
    },
    undo: stepBack('dispatched'),
    onDone,
  });
  const { text, refusal, enter } = useArrival(dispatch);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dispatch.isPending) return;
    if (text.trim() === '') return onDone();
    const estimatedArrival = readLocalTime(text);
    setIsWrong(!estimatedArrival);
    if (!estimatedArrival) return showToast({ title: 'Error', description: FAILURE, kind: 'destructive' });
    dispatch.mutate({ id, estimatedArrival });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <PlannedTime order={workOrder} />
      <ArrivalField
        label="Estimated Arrival (YYYY-MM-DD HH:MM)"
        hint="On the company's clock, such as 2026-11-21 10:30."
        error={isWrong ? 'Please enter the estimated arrival as YYYY-MM-DD HH:MM.' : refusal}
        text={text}
        onEnter={(given) => {
          enter(given);
          setIsWrong(false);
        }}
        suggestion={[
          planned ? 'Use given arrival' : 'Use planned time',
          formatLocalTime(planned ?? workOrder.scheduledDate).replace('T', ' '),
        ]}
        input={{ inputMode: 'text', autoComplete: 'off', placeholder: 'YYYY-MM-DD HH:MM' }}
      />
      <DialogButtons onCancel={onDone} submit="Dispatch" isPending={dispatch.isPending} />
    </form>
  );
}
