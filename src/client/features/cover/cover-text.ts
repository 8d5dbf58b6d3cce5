import type { PageCompany } from '../../../shared/company';
import { PROFILE_SERVICES } from '../../../shared/profile';

/** The size of a cover and of a profile picture on the network, px (public-site.md §9). */
export const COVER = { width: 820, height: 312 } as const;
export const PROFILE_PICTURE = 170;

/** What is written on the cover of a company. */
export const getCoverText = ({ name, phone, email }: PageCompany) => ({
  name,
  tagline: 'Flawless Cleaning, Every Time',
  contact: `${phone.display}  ·  ${email}`,
  services: PROFILE_SERVICES.map(({ name: service }) => service),
  call: 'Book Online Today!',
});
export type CoverText = ReturnType<typeof getCoverText>;

/** The cover in words. */
export const describeCover = ({ name, tagline, contact, services, call }: CoverText): string =>
  `Cover picture of ${name}: “${tagline}”, ${contact.replace('  ·  ', ', ')}. Services: ${services.join(', ')}. ${call}`;
