import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { CompanyFacts } from '../../../shared/company';
import { companyFactsSchema } from '../../../shared/settings';

/** The facts as form fields: lists with one entry a line, null as an empty text. */
type CompanyInput = { [Fact in Exclude<keyof CompanyFacts, 'hours' | 'logo'>]: string } & Pick<CompanyFacts, 'hours' | 'logo'>;
export type CompanyFormState = UseFormReturn<CompanyInput, unknown, CompanyFacts>;

export const toInput = ({ street, postalCode, gstNumber, pstNumber, regions, towns, ...facts }: CompanyFacts): CompanyInput => ({
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
export const companyForm = z
  .custom<CompanyInput>()
  .transform((input): unknown => ({ ...input, regions: toLines(input.regions), towns: toLines(input.towns) }))
  .pipe(companyFactsSchema);
