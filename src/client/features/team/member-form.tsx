import { MISSING_TEXT, MISSING_TITLE } from '../../../shared/quotes';
import { TEAM_ROLES } from '../../../shared/team';
import { isRequiredMessage } from '../../../shared/text';
import { DialogButtons } from '../../ui/dialog-buttons';
import { type InputAttributes, SelectField, TextField } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import type { MemberFormState, MemberFormValues } from './member-form-state';
import { SpecializationsField } from './specializations-field';
import { roleName } from './team-chips';

const PROMPTS: Partial<Record<keyof MemberFormValues, string>> = {
  firstName: 'Please enter the first name.',
  lastName: 'Please enter the last name.',
  employeeId: 'Please enter an employee ID.',
  email: 'Please enter an email address.',
  phone: 'Please enter a phone number.',
  hireDate: 'Please choose the hire date.',
};

type MemberFormProps = {
  form: MemberFormState;
  submit: string;
  isPending: boolean;
  onSubmit: (values: MemberFormValues) => void;
  onCancel: () => void;
};

export function MemberForm({ form, submit, isPending, onSubmit, onCancel }: MemberFormProps) {
  const { errors } = form.formState;
  const text = (name: Exclude<keyof MemberFormValues, 'specializations'>, label: string, attributes: InputAttributes = {}) => (
    <TextField form={form} name={name} label={label} missing={PROMPTS[name]} {...attributes} />
  );
  const reportMissing = (wrong: typeof errors) => {
    if (Object.values(wrong).some((error) => isRequiredMessage(error?.message)))
      showToast({ title: MISSING_TITLE, description: MISSING_TEXT, kind: 'destructive' });
  };
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={form.handleSubmit((values) => !isPending && onSubmit(values), reportMissing)}
    >
      {text('firstName', 'First Name')}
      {text('lastName', 'Last Name')}
      {text('employeeId', 'Employee ID', { autoCapitalize: 'none', spellCheck: false })}
      <SelectField form={form} name="role" label="Role" isRequired options={TEAM_ROLES.map((role) => [role, roleName(role)] as const)} />
      {text('email', 'Email', { type: 'email', className: 'sm:col-span-2' })}
      {text('phone', 'Phone', { type: 'tel', placeholder: '(250) 555-0123' })}
      {text('hireDate', 'Hire Date', { type: 'date' })}
      {text('hourlyRate', 'Hourly Rate', { type: 'number', step: '0.01', min: '0', inputMode: 'decimal', placeholder: '22.50' })}
      <SpecializationsField form={form} error={specializationsError(errors)} />
      {text('emergencyContact', 'Emergency Contact')}
      {text('emergencyPhone', 'Emergency Phone', { type: 'tel', placeholder: '(250) 555-0123' })}
      {text('address', 'Address', { placeholder: '100 Victoria Street, Kamloops, BC', className: 'sm:col-span-2' })}
      {text('notes', 'Notes', { rows: 3, className: 'sm:col-span-2' })}
      <DialogButtons onCancel={onCancel} submit={submit} isPending={isPending} />
    </form>
  );
}

const specializationsError = ({ specializations }: MemberFormState['formState']['errors']): string | undefined =>
  specializations?.message ?? (Array.isArray(specializations) ? specializations.find(Boolean)?.message : undefined);
