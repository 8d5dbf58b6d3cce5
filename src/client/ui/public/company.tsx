import { clsx } from 'clsx';
import { createContext, useContext } from 'react';
import { DEFAULT_COMPANY, logoSize, type PageCompany } from '../../../shared/company';
import { Logo } from './icons';

const CompanyContext = createContext<PageCompany>(DEFAULT_COMPANY);
/** Tells what stands in it whose pages these are. */
export const CompanyProvider = CompanyContext.Provider;
/** The company as its owner describes it. */
export const useCompany = (): PageCompany => useContext(CompanyContext);

export type Matches = readonly { loaderData?: unknown }[];
/** The same for the head of a page, out of the matches that it is made of; the first of them is the whole site's. */
export const companyIn = ([site]: Matches): PageCompany =>
  (site?.loaderData as { company?: PageCompany } | undefined)?.company ?? DEFAULT_COMPANY;

/** The owner's logo on a light ground, or the built-in mark in the size of `className`; the name stands beside either. */
export function CompanyMark({ className }: { className?: string }) {
  const { logo, name } = useCompany();
  if (logo === null) return <Logo {...(className !== undefined && { className })} />;
  return (
    <img
      src={`/uploads/${logo}`}
      alt={name}
      {...logoSize(logo)}
      className="h-9 w-auto max-w-24 shrink-0 rounded-small bg-white object-contain p-1 sm:max-w-36"
    />
  );
}

/** The mark or the logo, and the name beside it; a logo is read out as the name already. */
export function Brand({ text, className }: { text: string; className?: string }) {
  const { logo } = useCompany();
  return (
    <>
      <CompanyMark className={clsx('shrink-0', className ?? 'size-[30px]')} />
      <span aria-hidden={logo !== null || undefined}>{text}</span>
    </>
  );
}
