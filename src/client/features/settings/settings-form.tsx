import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showPosition } from '../../../shared/position';
import { type Settings, settingsSchema } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { showIssues } from '../../ui/form-issues';
import { Panel } from '../../ui/panel';
import { showToast } from '../../ui/toast/toast-store';
import { BookingSettings } from './booking-settings';
import { MapSettings } from './map-settings';
import { StoreSettings } from './store-settings';

/** The form that all sections write into. */
export type SettingsFormState = UseFormReturn<z.input<typeof settingsSchema>, unknown, Settings>;

/** The settings as the fields show them. */
const toFields = (settings: Settings) => ({ ...settings, depot: showPosition(settings.depot) });

/** All settings as one form; what somebody else saves meanwhile comes in where nothing was typed here. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const form: SettingsFormState = useForm({
    resolver: zodResolver(settingsSchema),
    values: toFields(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const save = trpc.settings.save.useMutation({
    meta: { failure: 'Failed to save the settings. Please try again.' },
    onSuccess: (saved) => {
      form.reset(toFields(saved), { keepDirtyValues: false });
      showToast({ title: 'Settings Saved', description: 'They count from now on.' });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5 [&_:is(input,textarea)]:scroll-mb-32"
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
    >
      <Panel title="Store">
        <StoreSettings form={form} />
      </Panel>
      <Panel title="Booking">
        <BookingSettings form={form} />
      </Panel>
      <Panel title="Map">
        <MapSettings form={form} />
      </Panel>
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
          {form.formState.isDirty && 'There are changes that are not saved yet.'}
        </p>
      </div>
    </form>
  );
}
