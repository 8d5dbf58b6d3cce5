import type { PageCompany } from '../../../shared/company';
import { PROFILE_SERVICES } from '../../../shared/profile';

export const COVER = { width: 820, height: 312 } as const;
export const PROFILE_PICTURE = 170;

export const getCoverText = ({ name, phone, email }: PageCompany) => ({
  name,
  tagline: 'Flawless Cleaning, Every Time',
  contact: `${phone.display}  ·  ${email}`,
  services: PROFILE_SERVICES.map(({ name: service }) => service),
  call: 'Book Online Today!',
});
export type CoverText = ReturnType<typeof getCoverText>;

export const describeCover = ({ name, tagline, contact, services, call }: CoverText): string =>
  `Cover picture of ${name}: “${tagline}”, ${contact.replace('  ·  ', ', ')}. Services: ${services.join(', ')}. ${call}`;
