import type { FieldPath } from 'react-hook-form';
import { MISSING_TEXT, MISSING_TITLE } from '../../../shared/quotes';
import { TEAM_ROLES } from '../../../shared/team';
import { isRequiredMessage } from '../../../shared/text';
import { DialogButtons } from '../../ui/dialog-buttons';
import { askIfMissing } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import type { MemberFormState, MemberFormValues } from './member-form-state';
import { SpecializationsField } from './specializations-field';
import { roleName } from './team-chips';

/** Prompts for empty fields. */
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
  const getError = (name: FieldPath<MemberFormValues>) => {
    const message = errors[name as keyof MemberFormValues]?.message;
    return askIfMissing(message, PROMPTS[name as keyof MemberFormValues] ?? message ?? '');
  };
  const text = (
    name: Exclude<keyof MemberFormValues, 'specializations'>,
    label: string,
    attributes: Record<string, unknown> = {},
    className = '',
  ) => (
    <Field label={label} isRequired={PROMPTS[name] !== undefined} error={getError(name)} className={className}>
      {(control) => <input {...control} {...form.register(name)} autoComplete="off" {...attributes} />}
    </Field>
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
      {text('firstName', 'First Name', {})}
      {text('lastName', 'Last Name', {})}
      {text('employeeId', 'Employee ID', { autoCapitalize: 'none', spellCheck: false })}
      <Field label="Role" isRequired error={getError('role')}>
        {(control) => (
          <select {...control} {...form.register('role')}>
            {TEAM_ROLES.map((role) => (
              <option key={role} value={role}>
                {roleName(role)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {text('email', 'Email', { type: 'email' }, 'sm:col-span-2')}
      {text('phone', 'Phone', { type: 'tel', placeholder: '(250) 555-0123' })}
      {text('hireDate', 'Hire Date', { type: 'date' })}
      {text('hourlyRate', 'Hourly Rate', { type: 'number', step: '0.01', min: '0', inputMode: 'decimal', placeholder: '22.50' })}
      <SpecializationsField form={form} error={specializationsError(errors)} />
      {text('emergencyContact', 'Emergency Contact', {})}
      {text('emergencyPhone', 'Emergency Phone', { type: 'tel', placeholder: '(250) 555-0123' })}
      {text('address', 'Address', { placeholder: '100 Victoria Street, Kamloops, BC' }, 'sm:col-span-2')}
      <Field label="Notes" error={getError('notes')} className="sm:col-span-2">
        {(control) => <textarea {...control} {...form.register('notes')} rows={3} />}
      </Field>
      <div className="sm:col-span-2">
        <DialogButtons onCancel={onCancel} submit={submit} isPending={isPending} />
      </div>
    </form>
  );
}

/** Returns the problem of the list or of one of its words. */
const specializationsError = ({ specializations }: MemberFormState['formState']['errors']): string | undefined =>
  specializations?.message ?? (Array.isArray(specializations) ? specializations.find(Boolean)?.message : undefined);
