import { type UseFormReturn, useController, useFieldArray, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { formatService } from '../../../shared/dispatch';
import { MAX_CHECKLIST } from '../../../shared/plans';
import type { planInput } from '../../../shared/plans-schemas';
import { getFullName } from '../../../shared/team';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { focusTitle } from '../../ui/focus';
import { SelectField, TextField } from '../../ui/form';
import { JOB_SERVICES } from '../../ui/job-fields';
import { FoldedPanel, Panel } from '../../ui/panel';
import { REPEAT_INCOMPLETE, type RepeatChoice } from '../../ui/repeat';
import { RepeatField } from '../../ui/repeat-field';
import { ClientPicker } from './client-picker';
import { ENDS, type PlanValues } from './plan-values';
import { BILLING_WORDS, HOLIDAY_WORDS, toOptions } from './plan-words';

export type PlanForm = UseFormReturn<PlanValues, unknown, z.input<typeof planInput>>;
type FieldsProps = { form: PlanForm };

const REPEATS: readonly RepeatChoice[] = ['week', '2weeks', '4weeks', 'month', 'custom'];
const ROW = 'grid items-start gap-4 sm:grid-cols-2';

/** `isNew`: false for an existing plan, whose client stays. */
export function ClientFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'clientId' });
  const clientId = field.value;
  const client = trpc.clients.get.useQuery({ id: clientId }, { enabled: clientId > 0 });
  const addresses = client.data?.addresses ?? [];
  const choose = (id: number) => {
    form.setValue('clientId', id, { shouldValidate: form.formState.isSubmitted });
    form.setValue('addressId', '');
  };
  return (
    <Panel title="Client and service">
      {isNew && <ClientPicker id={clientId} error={fieldState.error && 'Please choose a client.'} inputRef={field.ref} onChoose={choose} />}
      {client.data && addresses.length > 0 && (
        <SelectField
          form={form}
          name="addressId"
          label="Address"
          empty={client.data.address}
          options={addresses.map(({ id, label, address }) => [id, `${label}: ${address}`] as const)}
        />
      )}
      <SelectField form={form} name="serviceType" label="Service" isRequired options={withOwn(JOB_SERVICES, form)} />
    </Panel>
  );
}

/** Adds the service of a plan that was made with another name, such as by an import. */
function withOwn(services: typeof JOB_SERVICES, form: PlanForm): typeof JOB_SERVICES {
  const own = form.formState.defaultValues?.serviceType;
  return own === undefined || services.some(([code]) => code === own) ? services : [...services, [own, formatService(own)]];
}

/** `isStartShown`: false if the plan goes on from a day that stands elsewhere. */
export function TimeFields({ form, isStartShown }: FieldsProps & { isStartShown: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'rrule' });
  const [ends, startDate] = useWatch({ control: form.control, name: ['ends', 'startDate'] });
  return (
    <Panel title="When">
      <RepeatField
        {...field}
        day={startDate}
        choices={REPEATS}
        hint={isStartShown && field.value.choice !== 'custom' ? 'On the weekday of the first day.' : undefined}
        error={fieldState.error && REPEAT_INCOMPLETE}
      />
      <div className={ROW}>
        {isStartShown && <TextField form={form} name="startDate" label="First day" missing="Please choose the first day." type="date" />}
        <TextField form={form} name="startTime" label="Time" missing="Please enter a time." type="time" />
        <TextField form={form} name="minutes" label="Duration (minutes)" missing="Please enter the minutes." inputMode="numeric" />
      </div>
      <div className={ROW}>
        <SelectField form={form} name="ends" label="Ends" options={toOptions(ENDS)} />
        {ends === 'on' && <TextField form={form} name="until" label="Last day" missing="Please choose the last day." type="date" />}
        {ends === 'after' && (
          <TextField form={form} name="count" label="Number of visits" missing="Please enter a number." inputMode="numeric" />
        )}
      </div>
      <SelectField form={form} name="holidayRule" label="On closed days" options={toOptions(HOLIDAY_WORDS)} />
    </Panel>
  );
}

export const PriceFields = ({ form }: FieldsProps) => (
  <Panel title="Price and invoices">
    <div className={ROW}>
      <TextField
        form={form}
        name="price"
        label="Price of a visit"
        hint="Before taxes and the discount."
        inputMode="decimal"
        placeholder="0.00"
      />
      <TextField
        form={form}
        name="discountPercent"
        label="Discount (%)"
        hint="Shown as its own line on each invoice."
        inputMode="decimal"
      />
    </div>
    <SelectField
      form={form}
      name="billing"
      label="Invoices"
      hint="A monthly invoice is made when you bill the visits, or by itself on the first business day after the month if billing is on in Settings."
      options={toOptions(BILLING_WORDS)}
    />
  </Panel>
);

export function CrewFields({ form }: FieldsProps) {
  const members = trpc.team.listActive.useQuery({ limit: 200 });
  const names = (members.data?.rows ?? []).map((member) => [member.id, getFullName(member)] as const);
  // The select shows its value only while it has an option for it.
  const own = Number(form.formState.defaultValues?.preferredMemberId) || undefined;
  const ownName = members.isPending ? 'Loading...' : members.isError ? 'As before' : 'No longer active';
  const options = own === undefined || names.some(([id]) => id === own) ? names : [...names, [own, ownName] as const];
  return (
    <Panel title="Crew">
      <div className={ROW}>
        <TextField form={form} name="crewSize" label="Crew size" isRequired hint="Members each visit needs." inputMode="numeric" />
        <SelectField
          form={form}
          name="preferredMemberId"
          label="Preferred member"
          hint="Assigned to each visit if they are free."
          {...(members.isError && { error: 'The team members could not be loaded.' })}
          empty="Nobody in particular"
          options={options}
        />
      </div>
    </Panel>
  );
}

const BLANK_TASK = { component: '', description: '', estimatedTime: '' };

export function ChecklistFields({ form }: FieldsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'checklist' });
  const count = fields.length;
  return (
    <FoldedPanel
      title="Checklist"
      aside={<span className="text-muted text-sm">{count === 0 ? 'the usual tasks' : count}</span>}
      isOpen={count > 0}
    >
      <p className="text-muted text-sm">Without tasks of its own, each visit lists the usual tasks of its service.</p>
      <ol className="grid gap-4 empty:hidden">
        {fields.map((field, place) => (
          <li key={field.id}>
            <fieldset className="grid gap-3 rounded-small border border-line p-4">
              <legend className="sr-only">Task {place + 1}</legend>
              <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]">
                <TextField form={form} name={`checklist.${place}.component`} label="Task" missing="Please name the task." />
                <TextField form={form} name={`checklist.${place}.estimatedTime`} label="Minutes" inputMode="numeric" />
              </div>
              <TextField form={form} name={`checklist.${place}.description`} label="Details" />
              <Button
                look="button-ghost justify-self-end lg:min-h-9"
                label="Remove"
                about={`task ${place + 1}`}
                onPress={() => {
                  remove(place);
                  focusTitle();
                }}
              />
            </fieldset>
          </li>
        ))}
      </ol>
      {count < MAX_CHECKLIST && (
        <Button
          look="button-ghost justify-self-start"
          label="Add Task"
          onPress={() => append(BLANK_TASK, { focusName: `checklist.${count}.component` })}
        />
      )}
    </FoldedPanel>
  );
}

export const NotesFields = ({ form }: FieldsProps) => (
  <Panel title="Notes">
    <TextField form={form} name="notes" label="Notes" hint="For the office and the crew, on every visit." rows={3} />
  </Panel>
);
