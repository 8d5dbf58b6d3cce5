import type { FieldError, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { CompanyFacts } from '../../../shared/company';
import { companyFactsSchema, type Settings } from '../../../shared/settings';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { LogoPanel } from './logo-panel';
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
