import { company } from '../../../shared/company';
import { profileText } from '../../../shared/profile';

/** The size of a cover and of a profile picture on the network, px (public-site.md §9). */
export const COVER = { width: 820, height: 312 } as const;
export const PROFILE_PICTURE = 170;

/** What is written on the cover. */
export const coverText = {
  name: company.name,
  tagline: 'Flawless Cleaning, Every Time',
  contact: `${company.phone.display}  ·  ${company.email}`,
  services: profileText.services.map(({ name }) => name),
  call: 'Book Online Today!',
} as const;

/** The cover in words. */
export const coverInWords = `Cover picture of ${coverText.name}: “${coverText.tagline}”, ${company.phone.display}, ${company.email}. Services: ${coverText.services.join(', ')}. ${coverText.call}`;
