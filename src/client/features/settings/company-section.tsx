import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FieldError, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { type CompanyFacts, logoSize } from '../../../shared/company';
import { IMAGE_LIMIT } from '../../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../../shared/picture-errors';
import { companyFactsSchema, type Settings } from '../../../shared/settings';
import type { CallError } from '../../call-error';
import { sessionFetch } from '../../session-fetch';
import { ActionButton } from '../../ui/action-button';
import { TextField } from '../../ui/form';
import { ConfirmButton } from '../../ui/mutation-button';
import { Panel } from '../../ui/panel';
import { Logo } from '../../ui/public/icons';
import { showToast } from '../../ui/toast/toast-store';
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
  { name: 'shortName', label: 'Short name', hint: 'Where there is little room, such as under the icon of the app.' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'street', label: 'Street', isOptional: true, hint: 'Or a post office box. Marketing messages wait until it is here.' },
  { name: 'city', label: 'City' },
  { name: 'region', label: 'Province' },
  { name: 'postalCode', label: 'Postal code', isOptional: true },
];
const TAX_NUMBERS: readonly Line[] = [
  { name: 'gstNumber', label: 'GST/HST number', isOptional: true, hint: 'Stands on invoices and receipts.' },
  { name: 'pstNumber', label: 'PST number', isOptional: true },
];
const DAYS = [
  ['weekdays', 'Monday to Friday'],
  ['weekend', 'Saturday and Sunday'],
] as const;
const PAIRS = 'grid gap-4 sm:grid-cols-2';

export const CompanySection = () => (
  <SectionForm schema={companyForm} toFields={toFields} toChange={(company) => ({ company })}>
    {(form, { company }) => (
      <>
        <Panel title="Company">
          <CompanyFields form={form} />
        </Panel>
        <LogoPanel name={company.name} logo={company.logo} />
        <Panel title="Opening hours">
          <p className="text-muted text-[15px]">On the company's clock. Bookings keep to them where “Respect posted hours” is on.</p>
          {DAYS.map(([days, title]) => (
            <fieldset key={days} className="grid max-w-md grid-cols-2 gap-x-4 gap-y-1">
              <legend className="mb-1 font-semibold text-[15px]">{title}</legend>
              <TextField form={form} name={`hours.${days}.opens`} label="Opens" isRequired type="time" />
              <TextField form={form} name={`hours.${days}.closes`} label="Closes" isRequired type="time" />
            </fieldset>
          ))}
        </Panel>
      </>
    )}
  </SectionForm>
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
      hint="One a line."
      rows={4}
    />
  );
  return (
    <>
      <p className="text-muted text-[15px]">Every page, document and message says what stands here.</p>
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
const KINDS = 'image/png,image/jpeg,image/webp';

/** Sends a logo, or restores the built-in one if it is undefined. */
function change(image: File | undefined): Promise<Response> {
  if (!image) return sessionFetch(PATH, { method: 'DELETE' });
  const body = new FormData();
  body.set('image', image);
  return sessionFetch(PATH, { method: 'POST', body });
}

const toSentence = ({ message, data }: CallError): string =>
  data?.httpStatus === 400 || data?.httpStatus === 413 ? message : 'The logo could not be saved. Please try again.';

function LogoPanel({ name, logo }: { name: string; logo: string | null }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: change,
    onMutate: () => setProblem(undefined),
    onSuccess: (_answer, image) =>
      showToast({ title: 'Settings Saved', description: image ? 'This is the logo now.' : 'The logo is removed.' }),
    onError: (error) => setProblem(toSentence(error)),
  });
  const upload = (image: File) => {
    if (image.size > IMAGE_LIMIT) setProblem(PICTURE_TOO_LARGE);
    else if (!image.type.startsWith('image/')) setProblem(NOT_AN_IMAGE);
    else save.mutate(image);
  };
  return (
    <Panel title="Logo">
      <div className="flex min-h-24 items-center gap-3 rounded-small bg-pine-900 px-5 font-bold font-display text-white text-xl tracking-display">
        <Preview name={name} logo={logo} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      </div>
      <p className="text-muted text-sm">PNG, JPEG or WebP of up to 5 MB. It is saved at 600 × 240 pixels at most, and shown on white.</p>
      <input
        ref={chooser}
        type="file"
        accept={KINDS}
        aria-label="Logo picture"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const image = target.files?.[0];
          // Emptied so that the same file can be chosen again.
          target.value = '';
          if (image) upload(image);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton look="button-dark" label="Upload" isPending={save.isPending} onPress={() => chooser.current?.click()} />
        {logo !== null && (
          <ConfirmButton
            label="Remove"
            call={save}
            input={undefined}
            title="Remove the logo?"
            text="Every page shows the built-in mark again."
            action="Remove"
          />
        )}
      </div>
      <p role="alert" className="font-medium text-red-600 text-sm empty:hidden">
        {problem}
      </p>
    </Panel>
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
