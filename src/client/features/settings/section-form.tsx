import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { Settings, settingsChange } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { showIssues } from '../../ui/form-issues';
import { Loaded } from '../../ui/loaded';
import { showToast } from '../../ui/toast/toast-store';
import { SaveBar, UnsavedChanges } from './unsaved-changes';

type SectionFormProps<Input extends FieldValues, Output> = {
  schema: z.ZodType<Output, Input>;
  toFields?: (settings: Settings) => Input;
  toChange?: (values: Output, settings: Settings) => z.input<typeof settingsChange>;
  children: (form: UseFormReturn<Input, unknown, Output>, settings: Settings) => ReactNode;
};

/** Shows a part of the settings as a form. Without `toFields` and `toChange`, the fields are settings under the same names. */
export function SectionForm<Schema extends z.ZodType<unknown, FieldValues>>(
  props: { schema: Schema } & SectionFormProps<z.input<Schema>, z.output<Schema>>,
) {
  const stored = trpc.settings.get.useQuery();
  return (
    <Loaded query={stored} loading="Loading settings..." failed="The settings could not be loaded.">
      {(settings) => <LoadedForm {...props} settings={settings} />}
    </Loaded>
  );
}

const pickFields = (schema: unknown, settings: Settings) =>
  Object.fromEntries(Object.keys((schema as z.ZodObject).shape).map((name) => [name, settings[name as keyof Settings]]));

type LoadedFormProps<Input extends FieldValues, Output> = SectionFormProps<Input, Output> & { settings: Settings };

/** Saves the fields of its section only. Fields that the owner has not edited follow what other admins save. */
function LoadedForm<Input extends FieldValues, Output>(props: LoadedFormProps<Input, Output>) {
  const { settings, schema, children } = props;
  const toFields = props.toFields ?? ((stored: Settings) => pickFields(schema, stored) as Input);
  const toChange = props.toChange ?? ((values: Output) => values as z.input<typeof settingsChange>);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    values: toFields(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const save = trpc.settings.save.useMutation({
    meta: { failure: 'Failed to save the settings. Please try again.' },
    onSuccess: (saved) => {
      form.reset(toFields(saved) as DefaultValues<Input>, { keepDirtyValues: false });
      showToast({ title: 'Settings Saved', description: 'The changes apply from now on.' });
    },
    onError: (error) => {
      const paths = (error.data?.issues ?? []).map(({ path }) => path);
      openParts(element.current, (name) => paths.includes(name));
      showIssues(form, error);
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const openInvalid = () => openParts(element.current, (name) => form.getFieldState(name as Path<Input>).invalid);
  const { isDirty } = form.formState;
  return (
    <form
      ref={element}
      noValidate
      className="grid max-w-3xl gap-5 [&_:is(input,select,textarea)]:scroll-mb-48"
      onSubmit={form.handleSubmit((values) => save.mutate(toChange(values, settings)), openInvalid)}
    >
      {children(form, settings)}
      <SaveBar label="Save Settings" isPending={save.isPending} isDirty={isDirty} look="bg-sage-50" />
      <UnsavedChanges isDirty={isDirty} />
    </form>
  );
}

/** Opens the folded parts of a form that have fields with errors, so that the first of these can take the focus. */
function openParts(form: HTMLFormElement | null, isWrong: (name: string) => boolean): void {
  for (const part of form?.querySelectorAll('details') ?? [])
    if ([...part.querySelectorAll<HTMLInputElement>('[name]')].some(({ name }) => isWrong(name))) part.open = true;
}
