import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { MISSING_TEXT, MISSING_TITLE } from '../../../shared/quotes';
import { type Member, memberForm, TEAM_ROLES } from '../../../shared/team';
import { isRequiredMessage } from '../../../shared/text';
import { getToday } from '../../clock';
import { DialogButtons } from '../../ui/dialog-buttons';
import { type FormCallbacks, type InputAttributes, SelectField, TextField, toTexts, useTextForm } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { getRoleName } from './team-chips';

type Values = z.input<typeof memberForm>;
type MemberFormState = UseFormReturn<Values, unknown, Values>;

/** Returns the form of a member, or of a new one. Its values are as typed: the server reads the amount as dollars. */
export const useMemberForm = (member: Member | undefined): MemberFormState =>
  useTextForm(memberForm, {
    ...toTexts(member, ['firstName', 'lastName', 'employeeId', 'email', 'phone', 'hourlyRate']),
    ...toTexts(member, ['emergencyContact', 'emergencyPhone', 'address', 'notes']),
    role: member?.role ?? 'cleaner',
    hireDate: member?.hireDate ?? getToday(),
    specializations: member?.specializations ?? [],
  });

const PROMPTS: Partial<Record<keyof Values, string>> = {
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
  input: (values: Values) => NoInfer<Input>;
  submit: string;
  onCancel: () => void;
};

export function MemberForm<Input>({ form, call, input, submit, onCancel }: MemberFormProps<Input>) {
  const { errors } = form.formState;
  const text = (name: Exclude<keyof Values, 'specializations'>, label: string, attributes: InputAttributes = {}) => (
    <TextField form={form} name={name} label={label} missing={PROMPTS[name]} {...attributes} />
  );
  const reportMissing = (wrong: typeof errors) => {
    if (Object.values(wrong).some((error) => isRequiredMessage(error?.message)))
      showToast({ title: MISSING_TITLE, description: MISSING_TEXT, kind: 'destructive' });
  };
  const send = (values: Values) => !call.isPending && call.mutate(input(values), { onError: (error) => showIssues(form, error) });
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
      hint="With commas between them."
    >
      {(control) => <input {...control} value={text} placeholder="Commercial, Windows" onChange={(event) => change(event.target.value)} />}
    </Field>
  );
}
