import { zodResolver } from '@hookform/resolvers/zod';
import { clsx } from 'clsx';
import type { ComponentProps, FocusEvent, ReactNode } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { DialogButtons } from './dialog-buttons';
import { askIfMissing, type FieldNames, showIssues } from './form-issues';
import { Field } from './public/field';

/** Sets up a form that sends the text as typed, because the schema's output is in cents or other units of the server. */
export const useTextForm = <Input extends FieldValues>(schema: z.ZodType<unknown, Input>, defaultValues: DefaultValues<Input>) =>
  useForm<Input, unknown, Input>({ resolver: zodResolver(schema, undefined, { raw: true }), defaultValues });

/** Accepts an empty field beside what the schema reads. */
export const orBlank = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal(''), schema]);

/** Sets up a form that sends what the schema reads from the text. */
export const useSchemaForm = <Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>, defaultValues: DefaultValues<Input>) =>
  useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });

/** Returns the fields of a record as the values of a form; empty for those that are missing. */
export const toTexts = <Name extends string>(record: Partial<Record<Name, string | number | null>> | undefined, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, record?.[name] ?? ''])) as Record<Name, string>;

type Form<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output>;

type FieldOptions<Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  name: Path<Values>;
  label: string;
  /** The sentence shown if the field is empty; a field with one is required. */
  missing?: string;
  isRequired?: boolean;
  hint?: string;
  isLabelHidden?: boolean;
  /** Shown instead of the form's own message. */
  error?: string;
  className?: string;
};

/** Returns the attributes of a field, with the error of the form under its name. */
function getFieldProps<Values extends FieldValues, Output>({
  form,
  name,
  label,
  missing,
  hint,
  isLabelHidden,
  className,
  ...rest
}: FieldOptions<Values, Output>) {
  const message = form.getFieldState(name, form.formState).error?.message;
  const error = rest.error ?? (missing === undefined ? message : askIfMissing(message, missing));
  return { label, isRequired: rest.isRequired ?? missing !== undefined, error, hint, isLabelHidden, className };
}

export type InputAttributes = {
  /** Makes the field a text area of so many rows. */
  rows?: number;
  inputClass?: string;
  onFocus?: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
} & Omit<ComponentProps<'input'>, 'form' | 'name' | 'ref' | 'onFocus'>;
type TextFieldProps<Values extends FieldValues, Output> = FieldOptions<Values, Output> & InputAttributes;

export function TextField<Values extends FieldValues, Output>(props: TextFieldProps<Values, Output>) {
  const { form, name, label, missing, isRequired, hint, isLabelHidden, error, className, rows, inputClass, ...input } = props;
  return (
    <Field {...getFieldProps({ form, name, label, missing, isRequired, hint, isLabelHidden, error, className })}>
      {(field) => {
        const control = { ...field, ...form.register(name), className: clsx(field.className, inputClass) };
        return rows ? <textarea {...control} rows={rows} onFocus={input.onFocus} /> : <input {...control} autoComplete="off" {...input} />;
      }}
    </Field>
  );
}

type SelectFieldProps<Values extends FieldValues, Output> = FieldOptions<Values, Output> & {
  options: readonly (readonly [value: string | number, name: string])[];
  /** The name of the empty option, if the field has one. */
  empty?: string;
};

export function SelectField<Values extends FieldValues, Output>({ options, empty, ...field }: SelectFieldProps<Values, Output>) {
  return (
    <Field {...getFieldProps(field)}>
      {(control) => (
        <select {...control} {...field.form.register(field.name)}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckFieldProps<Values extends FieldValues, Output> = { form: Form<Values, Output>; name: Path<Values>; label: ReactNode };

export const CheckField = <Values extends FieldValues, Output>({ form, name, label }: CheckFieldProps<Values, Output>) => (
  <label className="flex min-h-11 items-center gap-2.5 [overflow-wrap:anywhere]">
    <input type="checkbox" className="size-5 shrink-0 accent-pine-700" {...form.register(name)} />
    {label}
  </label>
);

/** The callbacks of a mutation that {@link SaveForm} sends. */
export type FormCallbacks = { onError: (error: unknown) => void };

type SaveFormProps<Values extends FieldValues, Output, Input> = Omit<Parameters<typeof DialogButtons>[0], 'isPending'> & {
  form: Form<Values, Output>;
  call: { isPending: boolean; mutate: (input: Input, callbacks: FormCallbacks) => void };
  input: (values: Output) => NoInfer<Input>;
  fields?: FieldNames<Values>;
  layout?: string;
  children?: ReactNode;
};

/** Shows a form in a dialog and sends it with a mutation, whose issues appear at the fields. */
export function SaveForm<Values extends FieldValues, Output, Input>(props: SaveFormProps<Values, Output, Input>) {
  const { form, call, input, fields, layout = 'grid gap-4', children, ...buttons } = props;
  const send = form.handleSubmit(
    (values) => !call.isPending && call.mutate(input(values), { onError: (error) => showIssues(form, error, fields) }),
  );
  return (
    <form noValidate className={layout} onSubmit={send}>
      {children}
      <DialogButtons {...buttons} isPending={call.isPending} />
    </form>
  );
}
