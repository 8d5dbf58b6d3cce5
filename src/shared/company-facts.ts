import { type Company, type CompanyFacts, company, type OpeningHours, type PageCompany } from './company';
import { globalPhoneHref } from './phone';

/** "08:00" as a sign on the door has it: "8AM". */
function showHour(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}${hours < 12 ? 'AM' : 'PM'}`;
}
const showHours = ({ opens, closes }: OpeningHours) => `${showHour(opens)}-${showHour(closes)}`;

/** The company as the owner's facts make it, with what does not change. */
export const toCompany = (facts: CompanyFacts): Company => ({
  ...company,
  ...facts,
  phone: { display: facts.phone, href: globalPhoneHref(facts.phone) },
  hours: { ...facts.hours, text: [`Mon-Fri ${showHours(facts.hours.weekdays)}`, `Sat-Sun ${showHours(facts.hours.weekend)}`] },
});

/** The company as pages need it, without what they never say or know already. */
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
});

/** Returns the posted hours of a weekday (0 = Sunday). */
export const getPostedHours = (weekday: number, hours: CompanyFacts['hours']) =>
  weekday === 0 || weekday === 6 ? hours.weekend : hours.weekdays;

/** Returns whether the office is open at a weekday (0 = Sunday) and a time of day "13:05" of the company, by its posted hours. */
export function isOpen(weekday: number, time: string, hours: CompanyFacts['hours']): boolean {
  const { opens, closes } = getPostedHours(weekday, hours);
  return time >= opens && time < closes;
}
