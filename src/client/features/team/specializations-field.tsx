import { useState } from 'react';
import { Field } from '../../ui/public/field';
import type { MemberFormState } from './member-form-state';

type SpecializationsFieldProps = { form: MemberFormState; error: string | undefined };

export function SpecializationsField({ form, error }: SpecializationsFieldProps) {
  const [text, setText] = useState(() => form.getValues('specializations').join(', '));
  const change = (typed: string) => {
    setText(typed);
    const words = typed.split(',').map((word) => word.trim());
    form.setValue('specializations', [...new Set(words.filter((word) => word !== ''))], { shouldValidate: form.formState.isSubmitted });
  };
  return (
    <Field label="Specializations" error={error} hint="With commas between them.">
      {(control) => <input {...control} value={text} placeholder="Commercial, Windows" onChange={(event) => change(event.target.value)} />}
    </Field>
  );
}
