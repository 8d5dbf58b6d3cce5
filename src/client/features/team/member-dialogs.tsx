import { useState } from 'react';
import { MISSING_TEXT, MISSING_TITLE } from '../../../shared/quotes';
import { getFullName, type Member, type MemberSpan, TEAM_ROLES, TEMPORARY_PASSWORD_HOURS } from '../../../shared/team';
import { isRequiredMessage } from '../../../shared/text';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { DialogButtons } from '../../ui/dialog-buttons';
import { type FormCallbacks, type InputAttributes, SelectField, TextField } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { Loaded } from '../../ui/loaded';
import { type MadePassword, PasswordDialog } from '../../ui/new-password';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { type MemberFormState, type MemberValues, useMemberForm } from './member-values';
import { getRoleName } from './team-chips';
import { WeekFields } from './week-hours';

const TEMPORARY = {
  passwordLabel: 'Temporary password',
  advice: `Give this password to the team member now; it is shown only once. It expires after ${TEMPORARY_PASSWORD_HOURS} hours, and they choose their own after signing in.`,
};

type FinishProps = { onDone: (made?: MadePassword) => void };
const toMade = (member: Pick<Member, 'employeeId' | 'firstName' | 'lastName'>, password: string): MadePassword => ({
  title: `Temporary password of ${getFullName(member)}`,
  of: ['Employee ID', member.employeeId],
  password,
});

/** Adds a member in a dialog that the address opens. */
export const AddMember = (opening: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) => (
  <PasswordDialog
    {...TEMPORARY}
    {...opening}
    isNew
    look="button-primary"
    label="Add Team Member"
    title="Add Team Member"
    text="A temporary password is made for them, which you pass on."
  >
    {(finish) => <AddForm onDone={finish} />}
  </PasswordDialog>
);

const HOURS_FAILURE = 'The member is saved, but not the working hours. Please try again.';

function AddForm({ onDone }: FinishProps) {
  const form = useMemberForm();
  const setHours = trpc.team.setHours.useMutation({ meta: { failure: HOURS_FAILURE } });
  const add = trpc.team.create.useMutation({
    meta: { failure: 'Failed to add team member. Please try again.' },
    onSuccess: async ({ temporaryPassword, ...member }) => {
      onDone(temporaryPassword ? toMade(member, temporaryPassword) : undefined);
      const hours = form.getValues('hours');
      try {
        if (hours.length > 0) await setHours.mutateAsync({ memberId: member.id, hours });
      } catch {
        return; // The failure has a toast of its own.
      }
      showToast({ title: 'Team Member Added', description: `${getFullName(member)} can sign in now.` });
    },
  });
  return (
    <MemberForm
      form={form}
      call={add}
      input={({ hours: _hours, ...values }) => values}
      submit="Add Team Member"
      onCancel={() => onDone()}
    />
  );
}

export const EditMember = ({ member, look = 'button-dark' }: { member: Member; look?: string }) => (
  <DialogButton look={look} label="Edit" about={getFullName(member)} title="Edit Team Member" text={getFullName(member)}>
    {(close) => <EditForm member={member} onDone={close} />}
  </DialogButton>
);

type EditProps = { member: Member; onDone: () => void };

function EditForm({ member, onDone }: EditProps) {
  const hours = trpc.team.getHours.useQuery({ memberId: member.id });
  return (
    <Loaded query={hours} loading="Loading the hours..." failed="The hours could not be loaded.">
      {(data) => <EditFields member={member} onDone={onDone} hours={data.hours} />}
    </Loaded>
  );
}

function EditFields({ member, hours, onDone }: EditProps & { hours: MemberSpan[] }) {
  const form = useMemberForm(member, hours);
  const setHours = trpc.team.setHours.useMutation({ meta: { failure: HOURS_FAILURE } });
  const save = trpc.team.update.useMutation({ meta: { failure: 'Failed to update team member. Please try again.' } });
  // Waits for both calls here, because callbacks of `mutate` are dropped if the dialog is closed in between.
  const saveBoth = async ({ hours: week, ...change }: MemberValues, { onError }: FormCallbacks) => {
    try {
      const saved = await save.mutateAsync({ id: member.id, ...change });
      if (JSON.stringify(week) !== JSON.stringify(hours)) await setHours.mutateAsync({ memberId: member.id, hours: week });
      onDone();
      showToast({ title: 'Team Member Updated', description: `${getFullName(saved)} is saved.` });
    } catch (error) {
      onError(error);
    }
  };
  const call = {
    isPending: save.isPending || setHours.isPending,
    mutate: (values: MemberValues, callbacks: FormCallbacks) => void saveBoth(values, callbacks),
  };
  return <MemberForm form={form} call={call} input={(values) => values} submit="Save Changes" onCancel={onDone} />;
}

export const ResetPassword = ({ member }: { member: Member }) => (
  <PasswordDialog
    {...TEMPORARY}
    label="Reset Password"
    about={getFullName(member)}
    title={`Reset the password of ${getFullName(member)}?`}
    text="The current password stops working, and anyone signed in with it is signed out. You get a temporary one to pass on."
  >
    {(finish) => <ResetForm member={member} onDone={finish} />}
  </PasswordDialog>
);

function ResetForm({ member, onDone }: { member: Member } & FinishProps) {
  const reset = trpc.team.resetPassword.useMutation({
    meta: { failure: 'Failed to reset the password. Please try again.' },
    onSuccess: ({ temporaryPassword }) => onDone(toMade(member, temporaryPassword)),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!reset.isPending) reset.mutate({ id: member.id });
      }}
    >
      <DialogButtons onCancel={() => onDone()} submit="Reset Password" isPending={reset.isPending} />
    </form>
  );
}

const PROMPTS: Partial<Record<keyof MemberValues, string>> = {
  firstName: 'Please enter the first name.',
  lastName: 'Please enter the last name.',
  employeeId: 'Please enter an employee ID.',
  email: 'Please enter an email address.',
  phone: 'Please enter a phone number.',
  hireDate: 'Please choose the hire date.',
};

type MemberFormProps<Input> = {
  form: MemberFormState;
  call: { isPending: boolean; mutate: (input: Input, callbacks: FormCallbacks) => void };
  input: (values: MemberValues) => NoInfer<Input>;
  submit: string;
  onCancel: () => void;
};

function MemberForm<Input>({ form, call, input, submit, onCancel }: MemberFormProps<Input>) {
  const { errors } = form.formState;
  const text = (name: Exclude<keyof MemberValues, 'specializations' | 'hours'>, label: string, attributes: InputAttributes = {}) => (
    <TextField form={form} name={name} label={label} missing={PROMPTS[name]} {...attributes} />
  );
  const reportMissing = (wrong: typeof errors) => {
    if (Object.values(wrong).some((error) => isRequiredMessage(error?.message)))
      showToast({ title: MISSING_TITLE, description: MISSING_TEXT, kind: 'destructive' });
  };
  const send = (values: MemberValues) => !call.isPending && call.mutate(input(values), { onError: (error) => showIssues(form, error) });
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={form.handleSubmit(send, reportMissing)}>
      {text('firstName', 'First Name')}
      {text('lastName', 'Last Name')}
      {text('employeeId', 'Employee ID', { autoCapitalize: 'none', spellCheck: false })}
      <SelectField form={form} name="role" label="Role" isRequired options={TEAM_ROLES.map((role) => [role, getRoleName(role)] as const)} />
      {text('email', 'Email', { type: 'email', className: 'sm:col-span-2' })}
      {text('phone', 'Phone', { type: 'tel', placeholder: '(250) 555-0123' })}
      {text('hireDate', 'Hire Date', { type: 'date' })}
      {text('hourlyRate', 'Hourly Rate', { type: 'number', step: '0.01', min: '0', inputMode: 'decimal', placeholder: '22.50' })}
      <SpecializationsField form={form} />
      {text('emergencyContact', 'Emergency Contact')}
      {text('emergencyPhone', 'Emergency Phone', { type: 'tel', placeholder: '(250) 555-0123' })}
      {text('address', 'Address', { placeholder: '100 Victoria Street, Kamloops, BC', className: 'sm:col-span-2' })}
      {text('notes', 'Notes', { rows: 3, className: 'sm:col-span-2' })}
      <WeekFields form={form} />
      <DialogButtons onCancel={onCancel} submit={submit} isPending={call.isPending} />
    </form>
  );
}

function SpecializationsField({ form }: { form: MemberFormState }) {
  const [text, setText] = useState(() => form.getValues('specializations').join(', '));
  const wrong = form.formState.errors.specializations;
  const change = (typed: string) => {
    setText(typed);
    const words = typed.split(',').map((word) => word.trim());
    form.setValue('specializations', [...new Set(words.filter((word) => word !== ''))], { shouldValidate: form.formState.isSubmitted });
  };
  return (
    <Field
      label="Specializations"
      error={wrong?.message ?? (Array.isArray(wrong) ? wrong.find(Boolean)?.message : undefined)}
      hint="Separate them with commas."
    >
      {(control) => <input {...control} value={text} placeholder="Commercial, Windows" onChange={(event) => change(event.target.value)} />}
    </Field>
  );
}
