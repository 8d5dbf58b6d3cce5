import { clsx } from 'clsx';
import { createContext, useContext } from 'react';
import { DEFAULT_COMPANY, logoSize, type PageCompany } from '../../../shared/company';
import { Logo } from './icons';

const CompanyContext = createContext<PageCompany>(DEFAULT_COMPANY);
export const CompanyProvider = CompanyContext.Provider;
export const useCompany = (): PageCompany => useContext(CompanyContext);

export type Matches = readonly { loaderData?: unknown }[];
/** Returns the company for a page's head from its route matches, of which the first is the root route. */
export const companyIn = ([site]: Matches): PageCompany =>
  (site?.loaderData as { company?: PageCompany } | undefined)?.company ?? DEFAULT_COMPANY;

/** Shows the owner's logo, or the built-in logo in the size of `className`. */
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

/** Shows the logo and the company's name. An uploaded logo has the name as its alt text, so the text is hidden from screen readers. */
export function Brand({ text, className }: { text: string; className?: string }) {
  const { logo } = useCompany();
  return (
    <>
      <CompanyMark className={clsx('shrink-0', className ?? 'size-[30px]')} />
      <span aria-hidden={logo !== null || undefined}>{text}</span>
    </>
  );
}
