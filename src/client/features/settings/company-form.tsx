import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { CompanyFacts } from '../../../shared/company';
import { companyFactsSchema } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { showIssues } from '../../ui/form-issues';
import { Panel } from '../../ui/panel';
import { showToast } from '../../ui/toast/toast-store';
import { CompanyFields } from './company-fields';
import { HoursFields } from './hours-fields';
import { LogoPanel } from './logo-panel';
import { UnsavedChanges } from './unsaved-changes';

/** The facts as the fields show them: lists a line each, and nothing as an empty text. */
type CompanyInput = { [Fact in Exclude<keyof CompanyFacts, 'hours' | 'logo'>]: string } & Pick<CompanyFacts, 'hours' | 'logo'>;
export type CompanyFormState = UseFormReturn<CompanyInput, unknown, CompanyFacts>;

const toInput = ({ street, postalCode, gstNumber, pstNumber, regions, towns, ...facts }: CompanyFacts): CompanyInput => ({
  ...facts,
  street: street ?? '',
  postalCode: postalCode ?? '',
  gstNumber: gstNumber ?? '',
  pstNumber: pstNumber ?? '',
  regions: regions.join('\n'),
  towns: towns.join('\n'),
});

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const companyForm = z
  .custom<CompanyInput>()
  .transform((input): unknown => ({ ...input, regions: toLines(input.regions), towns: toLines(input.towns) }))
  .pipe(companyFactsSchema);

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
