import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { isOutsideHours, jobFields, OPEN_STATUSES, PRIORITIES, type WorkOrder } from '../../../shared/dispatch';
import { formatLocalTime, readLocalTime } from '../../../shared/time-input';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, SelectField, TextField, toTexts, useTextForm } from '../../ui/form';
import { JobFields } from '../../ui/job-fields';
import { useCompany } from '../../ui/public/company';
import { showToast } from '../../ui/toast/toast-store';
import { useDateChoice } from './date-choice';

export function EditOrder({ order }: { order: WorkOrder }) {
  if (!OPEN_STATUSES.includes(order.status)) return null;
  return (
    <DialogButton label="Edit" title="Edit Work Order" text={`${order.client.name}, ${formatWorkOrderId(order.workOrderId)}.`}>
      {(close) => <EditForm order={order} onDone={close} />}
    </DialogButton>
  );
}

const WARNING_MS = 15_000;
const PRIORITY_NAMES = PRIORITIES.map((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)] as const);
const fields = z.object({
  ...jobFields,
  scheduledDate: z.string().refine((text) => readLocalTime(text) !== undefined, 'Please enter a date and a time.'),
  priority: z.enum(PRIORITIES),
});

function EditForm({ order, onDone }: { order: WorkOrder; onDone: () => void }) {
  const form = useTextForm(fields, {
    ...toTexts(order, ['totalAmount', 'estimatedDuration', 'crewSize', 'notes']),
    scheduledDate: formatLocalTime(order.scheduledDate),
    priority: order.priority,
  });
  const save = trpc.dispatch.updateWorkOrder.useMutation({
    meta: { failure: 'The work order could not be saved. Please try again.' },
    onSuccess: ({ warnings }) => {
      onDone();
      const description = [`${formatWorkOrderId(order.workOrderId)} is saved.`, ...warnings].join(' ');
      showToast({ title: 'Work Order Updated', description, ...(warnings.length > 0 && { durationMs: WARNING_MS }) });
    },
  });
  const { hours } = useCompany();
  const scheduledDate = readLocalTime(useWatch({ control: form.control, name: 'scheduledDate' }));
  const isOutside = scheduledDate !== undefined && isOutsideHours(scheduledDate, hours);
  const isMoved = scheduledDate !== undefined && scheduledDate !== order.scheduledDate;
  const { notifyClient, field: dateChoice } = useDateChoice(isMoved ? [{ ...order, scheduledDate }] : [], { isMove: true });
  return (
    <SaveForm
      form={form}
      call={save}
      input={(values) => ({
        ...values,
        id: order.id,
        scheduledDate: readLocalTime(values.scheduledDate),
        totalAmount: values.totalAmount || null,
        estimatedDuration: values.estimatedDuration || null,
        notifyClient,
      })}
      onCancel={onDone}
      submit="Save"
    >
      <TextField
        form={form}
        name="scheduledDate"
        label="Scheduled Date"
        isRequired
        hint={isOutside ? 'This is outside business hours.' : "On the company's clock."}
        type="datetime-local"
      />
      <SelectField form={form} name="priority" label="Priority" isRequired options={PRIORITY_NAMES} />
      <JobFields form={form} />
      <TextField form={form} name="notes" label="Notes" rows={3} />
      {dateChoice}
      {order.planId !== null && !order.detached && (
        <p className="rounded-small bg-sage-50 px-3 py-2 text-sm">
          This visit only. Once you save, it no longer follows its plan, and later changes of the plan leave it alone.
        </p>
      )}
    </SaveForm>
  );
}
