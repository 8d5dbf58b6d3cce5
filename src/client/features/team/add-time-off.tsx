import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { timeOffEntry } from '../../../shared/team';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { showIssues } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';

/** Enters days off for a member, approved at once. */
export function AddTimeOff() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button-ghost" onClick={() => setIsOpen(true)}>
        Add Time Off
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Add time off"
        text="Dispatch warns you when you assign the member a job on these days."
      >
        <TimeOffForm onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
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
      <Field label="First Day" isRequired error={errors.startDate?.message}>
        {(control) => <input {...control} {...form.register('startDate')} type="date" />}
      </Field>
      <Field label="Last Day" isRequired error={errors.endDate?.message}>
        {(control) => <input {...control} {...form.register('endDate')} type="date" />}
      </Field>
      <Field label="Reason" error={errors.reason?.message} className="sm:col-span-2">
        {(control) => <input {...control} {...form.register('reason')} />}
      </Field>
      <div className="sm:col-span-2">
        <DialogButtons onCancel={onDone} submit="Add Time Off" isPending={add.isPending} />
      </div>
    </form>
  );
}
