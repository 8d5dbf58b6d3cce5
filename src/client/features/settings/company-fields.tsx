import type { FieldError } from 'react-hook-form';
import { TextField } from '../../ui/form';
import { Field } from '../../ui/public/field';
import type { CompanyFormState } from './company-form-state';

type FieldsProps = { form: CompanyFormState };
type Name = 'name' | 'shortName' | 'phone' | 'email' | 'street' | 'city' | 'region' | 'postalCode' | 'gstNumber' | 'pstNumber';
type Line = { name: Name; label: string; hint?: string; isOptional?: boolean; type?: 'text' | 'email' | 'tel' };

const LINES: readonly Line[] = [
  { name: 'name', label: 'Name' },
  { name: 'shortName', label: 'Short name', hint: 'Where there is little room, such as under the icon of the app.' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'street', label: 'Street', isOptional: true, hint: 'Or a post office box. Marketing messages wait until it is here.' },
  { name: 'city', label: 'City' },
  { name: 'region', label: 'Province' },
  { name: 'postalCode', label: 'Postal code', isOptional: true },
];
const TAX_NUMBERS: readonly Line[] = [
  { name: 'gstNumber', label: 'GST/HST number', isOptional: true, hint: 'Stands on invoices and receipts.' },
  { name: 'pstNumber', label: 'PST number', isOptional: true },
];
const PAIRS = 'grid gap-4 sm:grid-cols-2';

/** Returns the message of a list, or of its first line that has one: the server names the line. */
const messageOf = (error: FieldError | undefined): string | undefined =>
  error?.message ?? (Object.values(error ?? {}) as ({ message?: string } | undefined)[]).find((line) => line?.message)?.message;

export function CompanyFields({ form }: FieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  const line = ({ name, label, hint, isOptional = false, type = 'text' }: Line) => (
    <TextField
      key={name}
      form={form}
      name={name}
      label={label}
      missing={`Please enter the ${label.toLowerCase()}.`}
      isRequired={!isOptional}
      hint={hint}
      type={type}
    />
  );
  const list = (name: 'regions' | 'towns', label: string, rows: number) => (
    <Field label={label} isRequired error={messageOf(errors[name])} hint="One a line.">
      {(control) => <textarea {...control} {...register(name)} rows={rows} />}
    </Field>
  );
  return (
    <>
      <p className="text-muted text-[15px]">Every page, document and message says what stands here.</p>
      <div className={PAIRS}>{LINES.map(line)}</div>
      <div className={PAIRS}>
        {list('regions', 'Service areas', 4)}
        {list('towns', 'Towns', 4)}
      </div>
      <div className={PAIRS}>{TAX_NUMBERS.map(line)}</div>
    </>
  );
}
