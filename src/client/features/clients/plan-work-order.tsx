import { z } from 'zod';
import { addDays } from '../../../shared/calendar-day';
import type { ClientProfile } from '../../../shared/clients';
import { isOutsideHours, jobFields, workOrderInput } from '../../../shared/dispatch';
import { defaultComponents } from '../../../shared/job-components';
import { businessInstant } from '../../../shared/time';
import { daySchema } from '../../../shared/time-input';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { type FormCallbacks, SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { JOB_FIELDS, JOB_SERVICES } from '../../ui/job-fields';
import { useCompany } from '../../ui/public/company';
import { showToast } from '../../ui/toast/toast-store';

const planInput = workOrderInput.pick({ serviceType: true, description: true }).extend({
  ...jobFields,
  date: daySchema,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:00.'),
  /** Empty for the primary address. */
  addressId: z.string(),
});
const meta = { failure: 'Failed to create work order. Please try again.' };

type PlanWorkOrderProps = { client: ClientProfile; isPlanning: boolean; onPlanning: (isPlanning: boolean) => void };

export const PlanWorkOrder = ({ client, isPlanning, onPlanning }: PlanWorkOrderProps) => (
  <>
    <Button look="button-primary min-h-9 px-4 pointer-coarse:min-h-11" label="Create Work Order" onPress={() => onPlanning(true)} />
    <Dialog
      isOpen={isPlanning}
      onOpenChange={onPlanning}
      title="Create a work order"
      text={
        client.doNotService
          ? `${client.name} is marked “do not service”: ${client.doNotServiceReason}`
          : `A job for ${client.name}, with the tasks of its service.`
      }
    >
      <PlanForm client={client} onDone={() => onPlanning(false)} />
    </Dialog>
  </>
);

function PlanForm({ client, onDone }: { client: ClientProfile; onDone: () => void }) {
  const form = useTextForm(planInput, {
    serviceType: 'residential',
    date: addDays(getToday(), 1),
    time: '09:00',
    addressId: '',
    description: '',
    totalAmount: '',
    estimatedDuration: '',
    crewSize: '1',
    notes: '',
  });
  const { hours } = useCompany();
  const [date, time] = form.watch(['date', 'time']);
  const create = useCreate(client, onDone);
  const isLate =
    planInput.pick({ date: true, time: true }).safeParse({ date, time }).success && isOutsideHours(businessInstant(date, time), hours);
  return (
    <SaveForm
      form={form}
      call={create}
      input={(plan) => ({ ...plan, totalAmount: plan.totalAmount || null, estimatedDuration: plan.estimatedDuration || null })}
      onCancel={onDone}
      submit="Create Work Order"
    >
      <SelectField form={form} name="serviceType" label="Service" isRequired options={JOB_SERVICES} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="date" label="Date" isRequired type="date" />
        <TextField
          form={form}
          name="time"
          label="Time"
          isRequired
          hint={isLate ? 'This is outside business hours.' : undefined}
          type="time"
        />
      </div>
      {client.addresses.length > 0 && (
        <SelectField
          form={form}
          name="addressId"
          label="Address"
          isRequired
          empty={client.address}
          options={client.addresses.map(({ id, label, address }) => [String(id), `${label}: ${address}`] as const)}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {JOB_FIELDS.map((field) => (
          <TextField key={field.name} form={form} {...field} />
        ))}
      </div>
      <TextField form={form} name="description" label="Description" rows={2} />
      <TextField form={form} name="notes" label="Notes" hint="For the office and the crew." rows={2} />
    </SaveForm>
  );
}

type Plan = Omit<z.input<typeof planInput>, 'totalAmount' | 'estimatedDuration'> &
  Record<'totalAmount' | 'estimatedDuration', string | number | null>;

function useCreate(client: ClientProfile, onDone: () => void) {
  const { client: calls } = trpc.useUtils();
  const order = trpc.dispatch.createWorkOrder.useMutation({
    meta,
    onSuccess: async ({ id, serviceType }) => {
      onDone();
      const components = defaultComponents(serviceType).map((component) => ({ workOrderId: id, ...component }));
      const made = await Promise.allSettled(components.map((component) => calls.dispatch.createJobComponent.mutate(component)));
      const isWhole = made.every(({ status }) => status === 'fulfilled');
      showToast({
        title: 'Work Order Created',
        description: isWhole
          ? `It is on the Team Dashboard, for ${client.name}.`
          : 'It is on the Team Dashboard, but not all of its tasks could be added.',
        ...(!isWhole && { kind: 'destructive' as const }),
      });
    },
  });
  return {
    isPending: order.isPending,
    mutate: ({ date, time, addressId, ...plan }: Plan, callbacks: FormCallbacks) =>
      order.mutate(
        { clientId: client.id, scheduledDate: businessInstant(date, time), ...plan, ...(addressId && { addressId }) },
        callbacks,
      ),
  };
}
