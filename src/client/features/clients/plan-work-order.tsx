import { useState } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { addDays } from '../../../shared/calendar-day';
import type { ClientProfile } from '../../../shared/clients';
import { isOutsideHours, jobFields, workOrderInput } from '../../../shared/dispatch';
import { defaultComponents } from '../../../shared/job-components';
import { formatRule } from '../../../shared/plans';
import { businessInstant } from '../../../shared/time';
import { daySchema } from '../../../shared/time-input';
import { getToday } from '../../clock';
import { usePlanToast } from '../../plan-steps';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { type FormCallbacks, SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { JOB_SERVICES, JobFields } from '../../ui/job-fields';
import { useCompany } from '../../ui/public/company';
import { REPEAT_INCOMPLETE, type Repeat, startRepeat, writeRepeat } from '../../ui/repeat';
import { RepeatField } from '../../ui/repeat-field';
import { showToast } from '../../ui/toast/toast-store';

const REPEATS = ['none', 'week', '2weeks', '4weeks', 'month', 'custom'] as const;
const whenInput = z.object({
  date: daySchema,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:00.'),
});
const jobInput = workOrderInput
  .pick({ serviceType: true, description: true })
  .extend({
    ...jobFields,
    ...whenInput.shape,
    repeat: z.custom<Repeat>(),
    /** Empty for the primary address. */
    addressId: z.string(),
  })
  .refine(({ repeat, date }) => writeRepeat(repeat, date) !== '', { message: REPEAT_INCOMPLETE, path: ['repeat'] });
type JobValues = z.input<typeof jobInput>;
/** The fields by the names of a plan and of a job. */
const FIELDS = {
  startDate: 'date',
  scheduledDate: 'date',
  startTime: 'time',
  rrule: 'repeat',
  price: 'totalAmount',
  minutes: 'estimatedDuration',
} as const;
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
  const [tomorrow] = useState(() => addDays(getToday(), 1));
  const form = useTextForm(jobInput, {
    serviceType: 'residential',
    date: tomorrow,
    time: '09:00',
    repeat: startRepeat('none', tomorrow),
    addressId: '',
    description: '',
    totalAmount: '',
    estimatedDuration: '',
    crewSize: '1',
    notes: '',
  });
  const { hours } = useCompany();
  const [date, time] = form.watch(['date', 'time']);
  const isWhenReadable = whenInput.safeParse({ date, time }).success;
  const isLate = isWhenReadable && isOutsideHours(businessInstant(date, time), hours);
  const { field: repeat, fieldState: repeatState } = useController({ control: form.control, name: 'repeat' });
  const rrule = writeRepeat(repeat.value, date);
  const create = useCreate(client, onDone);
  return (
    <SaveForm
      form={form}
      call={create}
      input={(values) => values}
      fields={FIELDS}
      onCancel={onDone}
      submit={rrule === null ? 'Create Work Order' : 'Create Plan'}
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
      <RepeatField
        {...repeat}
        day={date}
        choices={REPEATS}
        hint={isWhenReadable && rrule ? formatRule(rrule, time) : undefined}
        error={repeatState.error?.message}
      />
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
      <JobFields form={form} />
      <TextField form={form} name="description" label="Description" rows={2} />
      <TextField form={form} name="notes" label="Notes" hint="For the office and the crew." rows={2} />
    </SaveForm>
  );
}

type SentJob = z.input<typeof workOrderInput>;

/** Creates a job, or a plan if it repeats. */
function useCreate(client: ClientProfile, onDone: () => void) {
  const { client: calls } = trpc.useUtils();
  const showPlan = usePlanToast();
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
  const plan = trpc.plans.create.useMutation({
    meta: { failure: 'Failed to create the plan. Please try again.' },
    onSuccess: (created) => {
      onDone();
      showPlan(created);
    },
  });
  return {
    isPending: order.isPending || plan.isPending,
    mutate: (values: JobValues, callbacks: FormCallbacks) => {
      const rrule = writeRepeat(values.repeat, values.date);
      if (rrule === null) order.mutate({ clientId: client.id, ...toJob(values) }, callbacks);
      else plan.mutate({ clientId: client.id, rrule, ...toPlan(values) }, callbacks);
    },
  };
}

const toJob = ({ date, time, addressId, repeat: _repeat, ...job }: JobValues): Omit<SentJob, 'clientId'> => ({
  ...job,
  scheduledDate: businessInstant(date, time),
  totalAmount: job.totalAmount || null,
  estimatedDuration: job.estimatedDuration || null,
  ...(addressId && { addressId }),
});

/** Returns the fields of a plan, whose visits last as long as a single job without a duration: the sum of its usual tasks. */
function toPlan({ date, time, addressId, serviceType, crewSize, totalAmount, estimatedDuration, ...texts }: JobValues) {
  const usual = defaultComponents(serviceType).reduce((sum, { estimatedTime }) => sum + estimatedTime, 0);
  return {
    serviceType,
    startDate: date,
    startTime: time,
    minutes: estimatedDuration || usual,
    crewSize,
    price: totalAmount || null,
    notes: [texts.description, texts.notes].filter(Boolean).join('\n') || null,
    ...(addressId && { addressId }),
  };
}
