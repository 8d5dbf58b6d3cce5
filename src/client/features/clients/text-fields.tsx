import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { askIfMissing } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';

/** A text field of a form. `asking`: the message if a required field is empty; `rows`: makes it a text area. */
type TextField<Values extends FieldValues> = {
  name: Path<Values>;
  label: string;
  asking?: string;
  hint?: string;
  rows?: number;
  input?: { type?: string; placeholder?: string; inputMode?: 'decimal' };
};

type TextFieldsProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>;
  fields: readonly TextField<Values>[];
};

export function TextFields<Values extends FieldValues, Output>({ form, fields }: TextFieldsProps<Values, Output>) {
  const { register, formState } = form;
  return fields.map(({ name, label, asking, hint, rows, input }) => {
    const message = form.getFieldState(name, formState).error?.message;
    return (
      <Field key={name} label={label} isRequired={asking !== undefined} error={askIfMissing(message, asking ?? '')} {...(hint && { hint })}>
        {(control) =>
          rows ? (
            <textarea {...control} {...register(name)} rows={rows} />
          ) : (
            <input {...control} {...register(name)} autoComplete="off" {...input} />
          )
        }
      </Field>
    );
  });
}

export const CheckBox = ({ control, label }: { control: UseFormRegisterReturn; label: string }) => (
  <label className="flex min-h-11 items-center gap-2.5">
    <input type="checkbox" className="size-5 accent-pine-700" {...control} />
    {label}
  </label>
);

export const PHOTO_CONSENT = 'May show photos of their place';
export const ADDRESS_FIELD = { name: 'address', label: 'Address', asking: 'Please enter the address.' } as const;
export const PLACE_FIELDS = [
  ADDRESS_FIELD,
  {
    name: 'latitude',
    label: 'Latitude',
    hint: 'In degrees, such as 50.6745. It puts the address on the map.',
    input: { inputMode: 'decimal' },
  },
  { name: 'longitude', label: 'Longitude', input: { inputMode: 'decimal' } },
] as const;
export const ACCESS_FIELDS = [
  { name: 'accessGate', label: 'Gate or Entry', rows: 2 },
  { name: 'accessAlarm', label: 'Alarm', rows: 2 },
  { name: 'accessPets', label: 'Pets', rows: 2 },
  { name: 'accessKey', label: 'Key', rows: 2 },
] as const;
export const CONTACT_FIELDS = [
  { name: 'name', label: 'Name', asking: 'Please enter the name.' },
  { name: 'email', label: 'Email', asking: 'Please enter the email address.', input: { type: 'email' } },
  { name: 'phone', label: 'Phone', asking: 'Please enter the phone number.', input: { type: 'tel' } },
] as const;
export const COMPANY_FIELD = {
  name: 'company',
  label: 'Company',
  hint: 'The company they belong to, such as a property manager or a clinic.',
} as const;
