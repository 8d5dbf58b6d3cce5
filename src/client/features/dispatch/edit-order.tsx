import { type FormEvent, useState } from 'react';
import {
  hasClientToTell,
  isDateSentByDefault,
  isOutsideHours,
  OPEN_STATUSES,
  PRIORITIES,
  type Priority,
  type WorkOrder,
} from '../../../shared/dispatch';
import { formatLocalTime, readLocalTime } from '../../../shared/time-input';
import { toCallError } from '../../call-error';
import { getNow } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { DialogButtons } from '../../ui/dialog-buttons';
import { NotifyClient } from '../../ui/notify-client';
import { useCompany } from '../../ui/public/company';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';

export function EditOrder({ order }: { order: WorkOrder }) {
  if (!OPEN_STATUSES.includes(order.status)) return null;
  return (
    <DialogButton label="Edit" title="Edit Work Order" text={`${order.client.name}, ${order.workOrderId}.`}>
      {(close) => <EditForm order={order} onDone={close} />}
    </DialogButton>
  );
}

const TIME = 'Please enter a date and a time.';
const PAST = 'This time is in the past, so the client gets no message.';
const WARNING_MS = 15_000;
function EditForm({ order, onDone }: { order: WorkOrder; onDone: () => void }) {
  const [time, setTime] = useState(formatLocalTime(order.scheduledDate));
  const [priority, setPriority] = useState<Priority>(order.priority);
  const [duration, setDuration] = useState(String(order.estimatedDuration ?? ''));
  const [isTried, setIsTried] = useState(false);
  const [chosenNotify, setNotifyClient] = useState<boolean | undefined>();
  const save = trpc.dispatch.updateWorkOrder.useMutation({
    meta: { failure: 'The work order could not be saved. Please try again.' },
    onSuccess: ({ warnings }) => {
      onDone();
      const description = [`${order.workOrderId} is saved.`, ...warnings].join(' ');
      showToast({ title: 'Work Order Updated', description, ...(warnings.length > 0 && { durationMs: WARNING_MS }) });
    },
  });
  const { hours } = useCompany();
  const scheduledDate = readLocalTime(time);
  const isOutside = scheduledDate !== undefined && isOutsideHours(scheduledDate, hours);
  const isHeldBack = scheduledDate !== undefined && !order.isBooked && !isDateSentByDefault({ ...order, scheduledDate }, hours);
  const isPast = scheduledDate !== undefined && scheduledDate <= getNow();
  const notifyClient = !isPast && (chosenNotify ?? !isHeldBack);
  const issueOf = (path: string) => toCallError(save.error).data?.issues?.find((issue) => issue.path === path)?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!scheduledDate || save.isPending) return;
    save.mutate({ id: order.id, scheduledDate, priority, estimatedDuration: duration === '' ? null : duration, notifyClient });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label="Scheduled Date"
        isRequired
        error={isTried && !scheduledDate ? TIME : issueOf('scheduledDate')}
        hint={isOutside ? 'This is outside business hours.' : "On the company's clock."}
      >
        {(control) => <input {...control} type="datetime-local" value={time} onChange={(event) => setTime(event.target.value)} />}
      </Field>
      <Field label="Priority" isRequired error={issueOf('priority')}>
        {(control) => (
          <select {...control} value={priority} onChange={(event) => setPriority(event.target.value as Priority)}>
            {PRIORITIES.map((word) => (
              <option key={word} value={word}>
                {word.charAt(0).toUpperCase() + word.slice(1)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Estimated Duration (minutes)" error={issueOf('estimatedDuration')}>
        {(control) => (
          <input {...control} inputMode="numeric" maxLength={4} value={duration} onChange={(event) => setDuration(event.target.value)} />
        )}
      </Field>
      {(order.isBooked || hasClientToTell(order)) && scheduledDate !== undefined && scheduledDate !== order.scheduledDate && (
        <NotifyClient
          label={order.isBooked ? 'E-mail the client that the booking has moved' : 'Send the date to the client'}
          isOn={notifyClient}
          isDisabled={isPast}
          onChange={setNotifyClient}
          hint={isPast ? PAST : isHeldBack ? 'Outside business hours, a date is sent only if you tick this.' : undefined}
        />
      )}
      <DialogButtons onCancel={onDone} submit="Save" isPending={save.isPending} />
    </form>
  );
}
