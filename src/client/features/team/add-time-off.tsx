import { timeOffEntry } from '../../../shared/team';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';

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
  const form = useTextForm(timeOffEntry, { teamMemberId: '', startDate: today, endDate: today, reason: '' });
  const add = trpc.team.addTimeOff.useMutation({
    meta: { failure: 'Failed to add the time off. Please try again.' },
    onSuccess: ({ memberName }) => {
      onDone();
      showToast({ title: 'Time Off Added', description: `${memberName} is off on these days.` });
    },
  });
  const unchosen = form.formState.errors.teamMemberId && 'Please choose a team member.';
  return (
    <SaveForm form={form} call={add} input={(values) => values} layout="grid gap-4 sm:grid-cols-2" onCancel={onDone} submit="Add Time Off">
      <SelectField
        form={form}
        name="teamMemberId"
        label="Team Member"
        isRequired
        error={members.isError ? 'The team members could not be loaded.' : unchosen}
        className="sm:col-span-2"
        empty={members.isPending ? 'Loading team members...' : 'Choose...'}
        options={(members.data?.rows ?? []).map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`] as const)}
      />
      <TextField form={form} name="startDate" label="First Day" isRequired type="date" />
      <TextField form={form} name="endDate" label="Last Day" isRequired type="date" />
      <TextField form={form} name="reason" label="Reason" className="sm:col-span-2" />
    </SaveForm>
  );
}
