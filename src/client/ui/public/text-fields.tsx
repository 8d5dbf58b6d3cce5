import type { InputHTMLAttributes } from 'react';
import type { Issue } from '../../../shared/errors';
import { Field } from './field';
import { findFieldMessage } from './public-form';

/** A field of a public form. One with `asking`, the sentence shown if it is empty, is required. */
export type PublicField = {
  name: string;
  label: string;
  asking?: string;
  className?: string;
  input: InputHTMLAttributes<HTMLInputElement>;
};

export const TextFields = ({ fields, issues }: { fields: PublicField[]; issues: Issue[] }) =>
  fields.map(({ name, label, asking, className, input }) => (
    <Field
      key={name}
      label={label}
      isRequired={asking !== undefined}
      error={findFieldMessage(name, asking ?? '', issues)}
      {...(className && { className })}
    >
      {(control) => <input {...control} {...input} name={name} />}
    </Field>
  ));

/** A hidden field that only programs fill in. */
export const HiddenField = () => (
  <div hidden>
    <label>
      Website
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
