import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { timeOffEntry } from '../../../shared/team';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { DialogButtons } from '../../ui/dialog-buttons';
import { TextField } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';

/** Enters days off for a member, approved at once. */
export function AddTimeOff() {
  return (
    <DialogButton label="Add Time Off" title="Add time off" text="Dispatch warns you when you assign the member a job on these days.">
      {(close) => <TimeOffForm onDone={close} />}
    </DialogButton>
  );
}

function TimeOffForm({ onDone }: { onDone: () => void }) {
  const members = trpc.team.listActive.useQuery({});
  const today = getToday();
  const form = useForm({
    resolver: zodResolver(timeOffEntry, undefined, { raw: true }),
    defaultValues: { teamMemberId: '', startDate: today, endDate: today, reason: '' },
  });
  const { errors } = form.formState;
  const add = trpc.team.addTimeOff.useMutation({
    meta: { failure: 'Failed to add the time off. Please try again.' },
    onSuccess: ({ memberName }) => {
      onDone();
      showToast({ title: 'Time Off Added', description: `${memberName} is off on these days.` });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={form.handleSubmit((values) => !add.isPending && add.mutate(values))}>
      <Field
        label="Team Member"
        isRequired
        error={members.isError ? 'The team members could not be loaded.' : errors.teamMemberId && 'Please choose a team member.'}
        className="sm:col-span-2"
      >
        {(control) => (
          <select {...control} {...form.register('teamMemberId')}>
            <option value="">{members.isPending ? 'Loading team members...' : 'Choose...'}</option>
            {members.data?.rows.map(({ id, firstName, lastName }) => (
              <option key={id} value={id}>
                {firstName} {lastName}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField form={form} name="startDate" label="First Day" isRequired type="date" />
      <TextField form={form} name="endDate" label="Last Day" isRequired type="date" />
      <TextField form={form} name="reason" label="Reason" className="sm:col-span-2" />
      <div className="sm:col-span-2">
        <DialogButtons onCancel={onDone} submit="Add Time Off" isPending={add.isPending} />
      </div>
    </form>
  );
}
