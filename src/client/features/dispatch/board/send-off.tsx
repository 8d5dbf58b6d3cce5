import { type FormEvent, useState } from 'react';
import type { Assignment } from '../../../../shared/assignments';
import { businessDay, showDay, showShortDate } from '../../../../shared/time';
import { readLocalTime, showLocalTime } from '../../../../shared/time-input';
import { getNow, getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { askToConfirm } from '../../../ui/confirmation/confirmation-store';
import { Dialog } from '../../../ui/dialog';
import { DialogButtons } from '../../../ui/dialog-buttons';
import { Field } from '../../../ui/public/field';
import { showToast } from '../../../ui/toast/toast-store';
import { PlannedTime } from '../planned-time';

const FAILURE = 'Failed to dispatch team member. Please try again.';

/** Returns the question before a member is dispatched for another day than the job's, or null for the same day. */
function askForOtherDay({ scheduledDate }: Assignment['workOrder'], { name }: Assignment['teamMember'], arrival: string): string | null {
  const [planned, given] = [businessDay(scheduledDate), businessDay(arrival)];
  return planned === given ? null : `This job is planned for ${showDay(planned)}. Dispatch ${name} for ${showDay(given)}?`;
}

/** Sends the member off with the time of arrival; an empty one does nothing. */
export function SendOff({ assignment: { id, teamMember, workOrder, estimatedArrival: planned } }: { assignment: Assignment }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const sendOff = trpc.dispatch.sendOff.useMutation({
    meta: { failure: FAILURE },
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sendOff.isPending) return;
    if (text.trim() === '') return setIsOpen(false);
    const estimatedArrival = readLocalTime(text);
    setIsWrong(!estimatedArrival);
    if (!estimatedArrival) return showToast({ title: 'Error', description: FAILURE, kind: 'destructive' });
    const question = askForOtherDay(workOrder, teamMember, estimatedArrival);
    if (question === null || (await askToConfirm(question))) sendOff.mutate({ id, estimatedArrival });
  };
  return (
    <>
      <button
        type="button"
        className="button-dark"
        onClick={() => {
          const expected = planned ?? workOrder.scheduledDate;
          setText(expected > getNow() ? showLocalTime(expected).replace('T', ' ') : '');
          setIsWrong(false);
          setIsOpen(true);
        }}
      >
        Dispatch<span className="sr-only">, {teamMember.name}</span>
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Dispatch ${teamMember.name}`}
        text={`When should ${teamMember.firstName} be at ${workOrder.client.name}? If you leave it empty, nothing happens.`}
      >
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <PlannedTime order={workOrder} />
          <Field
            label="Estimated Arrival (YYYY-MM-DD HH:MM)"
            hint="On the company's clock, such as 2026-11-21 10:30."
            error={isWrong ? 'Please enter the estimated arrival as YYYY-MM-DD HH:MM.' : undefined}
          >
            {(control) => (
              <input
                {...control}
                value={text}
                inputMode="text"
                autoComplete="off"
                placeholder="YYYY-MM-DD HH:MM"
                onChange={(event) => {
                  setText(event.target.value);
                  setIsWrong(false);
                }}
              />
            )}
          </Field>
          <DialogButtons onCancel={() => setIsOpen(false)} submit="Dispatch" isPending={sendOff.isPending} />
        </form>
      </Dialog>
    </>
  );
}
