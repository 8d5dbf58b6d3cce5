import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldError, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { type CompanyFacts, logoSize } from '../../../shared/company';
import { companyFactsSchema, type Settings } from '../../../shared/settings';
import { sessionFetch } from '../../session-fetch';
import { TextField } from '../../ui/form';
import { CallButton } from '../../ui/mutation-button';
import { FoldedPanel, Panel } from '../../ui/panel';
import { Logo } from '../../ui/public/icons';
import { showToast } from '../../ui/toast/toast-store';
import { ChecklistChoice } from './checklist-choice';
import { describeProblem, PictureChooser, postPicture } from './picture-chooser';
import { SectionForm } from './section-form';

/** The facts as form fields: lists with one entry a line, null as an empty text. */
type CompanyInput = { [Fact in Exclude<keyof CompanyFacts, 'hours' | 'logo'>]: string } & Pick<CompanyFacts, 'hours' | 'logo'>;

const toFields = ({ company }: Settings): CompanyInput => ({
  ...company,
  street: company.street ?? '',
  postalCode: company.postalCode ?? '',
  gstNumber: company.gstNumber ?? '',
  pstNumber: company.pstNumber ?? '',
  regions: company.regions.join('\n'),
  towns: company.towns.join('\n'),
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

type Line = {
  name: Exclude<keyof CompanyInput, 'hours' | 'logo' | 'regions' | 'towns'>;
  label: string;
  hint?: string;
  isOptional?: boolean;
  type?: 'text' | 'email' | 'tel';
};

const LINES: readonly Line[] = [
  { name: 'name', label: 'Name' },
  { name: 'shortName', label: 'Short name', hint: 'Used where space is short, such as under the app icon.' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'street', label: 'Street', isOptional: true, hint: 'Or a post office box. Marketing messages wait until you enter it.' },
  { name: 'city', label: 'City' },
  { name: 'region', label: 'Province' },
  { name: 'postalCode', label: 'Postal code', isOptional: true },
];
const TAX_NUMBERS: readonly Line[] = [
  { name: 'gstNumber', label: 'GST/HST number', isOptional: true, hint: 'Printed on invoices and receipts.' },
  { name: 'pstNumber', label: 'PST number', isOptional: true },
];
const DAYS = [
  ['weekdays', 'Monday to Friday'],
  ['weekend', 'Saturday and Sunday'],
] as const;
const PAIRS = 'grid gap-4 sm:grid-cols-2';

export const CompanySection = () => (
  <>
    <ChecklistChoice />
    <SectionForm schema={companyForm} toFields={toFields} toChange={(company) => ({ company })}>
      {(form, { company }) => (
        <>
          <Panel title="Company">
            <CompanyFields form={form} />
          </Panel>
          <LogoPanel name={company.name} logo={company.logo} />
          <FoldedPanel title="Opening hours">
            <p className="text-muted text-[15px]">On the company's clock. Bookings keep to them if “Respect posted hours” is on.</p>
            {DAYS.map(([days, title]) => (
              <fieldset key={days} className="grid max-w-md grid-cols-2 gap-x-4 gap-y-1">
                <legend className="mb-1 font-semibold text-[15px]">{title}</legend>
                <TextField form={form} name={`hours.${days}.opens`} label="Opens" isRequired type="time" />
                <TextField form={form} name={`hours.${days}.closes`} label="Closes" isRequired type="time" />
              </fieldset>
            ))}
          </FoldedPanel>
        </>
      )}
    </SectionForm>
  </>
);

/** Returns the message of a list, or of its first line that has one: the server names the line. */
const getListError = (error: FieldError | undefined): string | undefined =>
  error?.message ?? (Object.values(error ?? {}) as ({ message?: string } | undefined)[]).find((line) => line?.message)?.message;

function CompanyFields({ form }: { form: UseFormReturn<CompanyInput, unknown, CompanyFacts> }) {
  const line = ({ name, label, isOptional = false, ...rest }: Line) => (
    <TextField
      key={name}
      form={form}
      name={name}
      label={label}
      missing={`Please enter the ${label.toLowerCase()}.`}
      isRequired={!isOptional}
      type="text"
      {...rest}
    />
  );
  const list = (name: 'regions' | 'towns', label: string) => (
    <TextField
      form={form}
      name={name}
      label={label}
      isRequired
      error={getListError(form.formState.errors[name])}
      hint="One per line."
      rows={4}
    />
  );
  return (
    <>
      <p className="text-muted text-[15px]">These details appear on every page, document and message.</p>
      <div className={PAIRS}>{LINES.map(line)}</div>
      <div className={PAIRS}>
        {list('regions', 'Service areas')}
        {list('towns', 'Towns')}
      </div>
      <div className={PAIRS}>{TAX_NUMBERS.map(line)}</div>
    </>
  );
}

const PATH = '/api/company-logo';

function LogoPanel({ name, logo }: { name: string; logo: string | null }) {
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: (image: File | undefined) => (image ? postPicture(PATH, image) : sessionFetch(PATH, { method: 'DELETE' })),
    onMutate: () => setProblem(undefined),
    onSuccess: (_answer, image) =>
      showToast({ title: 'Settings Saved', description: image ? 'This is the logo now.' : 'The logo is removed.' }),
    onError: (error) => setProblem(describeProblem(error, 'The logo could not be saved. Please try again.')),
  });
  return (
    <FoldedPanel title="Logo">
      <div className="flex min-h-24 items-center gap-3 rounded-small bg-pine-900 px-5 font-bold font-display text-white text-xl tracking-display">
        <Preview name={name} logo={logo} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      </div>
      <p className="text-muted text-sm">PNG, JPEG or WebP of up to 5 MB. It is saved at 600 × 240 pixels at most, and shown on white.</p>
      <PictureChooser label="Logo picture" isPending={save.isPending} problem={problem} onProblem={setProblem} onChoose={save.mutate}>
        {logo !== null && (
          <CallButton
            label="Remove"
            call={save}
            input={undefined}
            question={{ title: 'Remove the logo?', text: 'Every page shows the built-in mark again.', action: 'Remove' }}
          />
        )}
      </PictureChooser>
    </FoldedPanel>
  );
}

const Preview = ({ name, logo }: { name: string; logo: string | null }) =>
  logo === null ? (
    <Logo className="size-10 shrink-0" />
  ) : (
    <img
      src={`/uploads/${logo}`}
      alt={`The logo of ${name}`}
      {...logoSize(logo)}
      className="h-14 w-auto max-w-32 shrink-0 rounded-small bg-white object-contain p-1 sm:max-w-48"
    />
  );
