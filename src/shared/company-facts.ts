import { type Company, type CompanyFacts, type CompanyLinks, company, type OpeningHours, type PageCompany } from './company';
import { globalPhoneHref } from './phone';

function formatHour(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}${hours < 12 ? 'AM' : 'PM'}`;
}
const formatHours = ({ opens, closes }: OpeningHours) => `${formatHour(opens)}-${formatHour(closes)}`;

/** Returns the company with the owner's facts and links in place of the defaults. */
export const toCompany = (facts: CompanyFacts, links: CompanyLinks = company.links): Company => ({
  ...company,
  ...facts,
  links,
  phone: { display: facts.phone, href: globalPhoneHref(facts.phone) },
  hours: { ...facts.hours, text: [`Mon-Fri ${formatHours(facts.hours.weekdays)}`, `Sat-Sun ${formatHours(facts.hours.weekend)}`] },
});

/** Returns the part of the company that public pages need. */
export const pageCompany = ({
  name,
  shortName,
  phone,
  email,
  street,
  city,
  region,
  postalCode,
  regions,
  towns,
  hours,
  logo,
  links,
}: Company): PageCompany => ({
  name,
  shortName,
  phone,
  email,
  street,
  city,
  region,
  postalCode,
  regions,
  towns,
  hours,
  logo,
  links,
});

/**
 * Returns those of the company's name, phone and e-mail that are still the default company's: all three until the owner has saved the
 * facts. Returns an empty list if the owner saved the default name, since the default company itself may run this site.
 */
export function listSampleFacts({ name, phone, email }: PageCompany, isSaved: boolean): string[] {
  if (!isSaved) return [name, phone.display, email];
  if (name === company.name) return [];
  return [phone.display, email].filter((fact) => fact === company.phone.display || fact === company.email);
}

/** Returns the posted hours of a weekday (0 = Sunday). */
export const getPostedHours = (weekday: number, hours: CompanyFacts['hours']) =>
  weekday === 0 || weekday === 6 ? hours.weekend : hours.weekdays;

/** Returns true if the office is open at a weekday (0 = Sunday) and local time ("13:05"), by its posted hours. */
export function isOpen(weekday: number, time: string, hours: CompanyFacts['hours']): boolean {
  const { opens, closes } = getPostedHours(weekday, hours);
  return time >= opens && time < closes;
}
