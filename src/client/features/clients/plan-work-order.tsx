import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { BOOKING_SERVICE_TYPES, SERVICE_NAMES } from '../../../shared/booking';
import { addDays } from '../../../shared/calendar-day';
import type { ClientProfile } from '../../../shared/clients';
import { defaultComponents, isOutsideHours, workOrderInput } from '../../../shared/dispatch';
import { businessInstant } from '../../../shared/time';
import { daySchema } from '../../../shared/time-input';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { showIssues } from '../../ui/form-issues';
import { useCompany } from '../../ui/public/company';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { TextFields } from './text-fields';

const SERVICES: readonly (readonly [string, string])[] = [
  ...BOOKING_SERVICE_TYPES.map((type) => [type, SERVICE_NAMES[type]] as const),
  ['specialty', 'Specialty Cleaning'],
  ['emergency', 'Emergency Cleaning'],
];
const planInput = workOrderInput.pick({ serviceType: true, description: true }).extend({
  date: daySchema,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:00.'),
  /** Empty for the primary address. */
  addressId: z.string(),
});
const meta = { failure: 'Failed to create work order. Please try again.' };

/** A button and dialog that create a work order for a client. */
export function PlanWorkOrder({ client }: { client: ClientProfile }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button-primary" onClick={() => setIsOpen(true)}>
        Create Work Order
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Create a work order"
        text={
          client.doNotService
            ? `${client.name} is marked “do not service”: ${client.doNotServiceReason}`
            : `A job for ${client.name}, with the tasks of its service.`
        }
      >
        <PlanForm client={client} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

type PlanFormProps = { client: ClientProfile; onDone: () => void };

function PlanForm({ client, onDone }: PlanFormProps) {
  const form = useForm({
    resolver: zodResolver(planInput),
    defaultValues: { serviceType: 'residential', date: addDays(getToday(), 1), time: '09:00', addressId: '', description: '' },
  });
  const { hours } = useCompany();
  const { errors } = form.formState;
  const [date, time] = form.watch(['date', 'time']);
  const { create, isPending } = useCreate(client, onDone, (error) => showIssues(form, error));
  const isLate =
    planInput.pick({ date: true, time: true }).safeParse({ date, time }).success && isOutsideHours(businessInstant(date, time), hours);
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((plan) => !isPending && create(plan))}>
      <Field label="Service" isRequired error={errors.serviceType?.message}>
        {(control) => (
          <select {...control} {...form.register('serviceType')}>
            {SERVICES.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Date" isRequired error={errors.date?.message}>
          {(control) => <input {...control} {...form.register('date')} type="date" />}
        </Field>
        <Field label="Time" isRequired error={errors.time?.message} {...(isLate && { hint: 'This is outside business hours.' })}>
          {(control) => <input {...control} {...form.register('time')} type="time" />}
        </Field>
      </div>
      {client.addresses.length > 0 && (
        <Field label="Address" isRequired error={errors.addressId?.message}>
          {(control) => (
            <select {...control} {...form.register('addressId')}>
              <option value="">{client.address}</option>
              {client.addresses.map(({ id, label, address }) => (
                <option key={id} value={String(id)}>
                  {label}: {address}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <TextFields form={form} fields={[{ name: 'description', label: 'Description', rows: 3 }]} />
      <DialogButtons onCancel={onDone} submit="Create Work Order" isPending={isPending} />
    </form>
  );
}

/** Creates the work order, then the default tasks of its service. */
function useCreate(client: ClientProfile, onDone: () => void, onError: (error: unknown) => void) {
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
    onError,
  });
  const create = ({ date, time, addressId, ...plan }: z.output<typeof planInput>) =>
    order.mutate({ clientId: client.id, scheduledDate: businessInstant(date, time), ...plan, ...(addressId && { addressId }) });
  return { create, isPending: order.isPending };
}
