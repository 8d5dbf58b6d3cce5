import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { CompanyFacts } from '../../../shared/company';
import { trpc } from '../../trpc';
import { showIssues } from '../../ui/form-issues';
import { Panel } from '../../ui/panel';
import { showToast } from '../../ui/toast/toast-store';
import { CompanyFields } from './company-fields';
import { type CompanyFormState, companyForm, toInput } from './company-form-state';
import { HoursFields } from './hours-fields';
import { LogoPanel } from './logo-panel';
import { UnsavedChanges } from './unsaved-changes';

/** The company's facts as one form; what somebody else saves meanwhile comes in where nothing was typed here. */
export function CompanyForm({ facts }: { facts: CompanyFacts }) {
  const form: CompanyFormState = useForm({
    resolver: zodResolver(companyForm),
    values: toInput(facts),
    resetOptions: { keepDirtyValues: true },
  });
  const save = trpc.settings.save.useMutation({
    meta: { failure: 'Failed to save the settings. Please try again.' },
    onSuccess: ({ company }) => {
      form.reset(toInput(company), { keepDirtyValues: false });
      showToast({ title: 'Settings Saved', description: 'They count from now on.' });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5 [&_:is(input,textarea)]:scroll-mb-32"
      onSubmit={form.handleSubmit((company) => !save.isPending && save.mutate({ company }))}
    >
      <Panel title="Company">
        <CompanyFields form={form} />
      </Panel>
      <LogoPanel name={facts.name} logo={facts.logo} />
      <Panel title="Opening hours">
        <HoursFields form={form} />
      </Panel>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-line border-t bg-sage-50 py-3">
        <button type="submit" className="button-primary max-sm:w-full" aria-disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save Settings'}
        </button>
        <p aria-live="polite" className="text-muted text-sm">
          {form.formState.isDirty && 'There are changes that are not saved yet.'}
        </p>
      </div>
      <UnsavedChanges isDirty={form.formState.isDirty} />
    </form>
  );
}
