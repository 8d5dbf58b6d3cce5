import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { Settings, settingsChange } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { showIssues } from '../../ui/form-issues';
import { ErrorState, ListSkeleton } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { UnsavedChanges } from './unsaved-changes';

type SectionFormProps<Input extends FieldValues, Output> = {
  schema: z.ZodType<Output, Input>;
  toFields: (settings: Settings) => Input;
  toChange: (values: Output, settings: Settings) => z.input<typeof settingsChange>;
  children: (form: UseFormReturn<Input, unknown, Output>, settings: Settings) => ReactNode;
};

export function SectionForm<Schema extends z.ZodType<unknown, FieldValues>>(
  props: { schema: Schema } & SectionFormProps<z.input<Schema>, z.output<Schema>>,
) {
  const settings = trpc.settings.get.useQuery();
  if (settings.isPending) return <ListSkeleton label="Loading settings..." />;
  if (settings.isError) return <ErrorState text="The settings could not be loaded." onRetry={() => void settings.refetch()} />;
  return <LoadedForm {...props} settings={settings.data} />;
}

type LoadedFormProps<Input extends FieldValues, Output> = SectionFormProps<Input, Output> & { settings: Settings };

/** Saves the fields of its section only. Fields that the owner has not edited follow what other admins save. */
function LoadedForm<Input extends FieldValues, Output>(props: LoadedFormProps<Input, Output>) {
  const { settings, schema, toFields, toChange, children } = props;
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    values: toFields(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const save = trpc.settings.save.useMutation({
    meta: { failure: 'Failed to save the settings. Please try again.' },
    onSuccess: (saved) => {
      form.reset(toFields(saved) as DefaultValues<Input>, { keepDirtyValues: false });
      showToast({ title: 'Settings Saved', description: 'They count from now on.' });
    },
    onError: (error) => showIssues(form, error),
  });
  const { isDirty } = form.formState;
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5 [&_:is(input,textarea)]:scroll-mb-32"
      onSubmit={form.handleSubmit((values) => save.mutate(toChange(values, settings)))}
    >
      {children(form, settings)}
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-line border-t bg-sage-50 py-3">
        <button
          type="submit"
          className="button-primary max-sm:w-full"
          aria-disabled={save.isPending}
          onClick={(event) => save.isPending && event.preventDefault()}
        >
          {save.isPending ? 'Saving...' : 'Save Settings'}
        </button>
        <p aria-live="polite" className="text-muted text-sm">
          {isDirty && 'There are changes that are not saved yet.'}
        </p>
      </div>
      <UnsavedChanges isDirty={isDirty} />
    </form>
  );
}
