import { Field } from '../../ui/public/field';
import type { PostForm } from './post-form';
import { SuggestedTimes } from './suggested-times';

type TimeFieldProps = { form: PostForm; isRequired?: boolean; hint: string; error?: string | undefined };

export const TimeField = ({ form, isRequired = false, hint, error }: TimeFieldProps) => (
  <>
    <Field label="Date and Time" isRequired={isRequired} hint={hint} error={error ?? form.formState.errors.scheduledFor?.message}>
      {(control) => <input {...control} {...form.register('scheduledFor')} type="datetime-local" />}
    </Field>
    <SuggestedTimes
      onChoose={(localTime) => form.setValue('scheduledFor', localTime, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
    />
  </>
);
