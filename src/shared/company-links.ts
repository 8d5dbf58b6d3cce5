// Separate from the schema so that public pages can import it without zod.
import { type CompanyFacts, type CompanyLinks, company } from './company';

/** The social networks, with the hosts of their pages. */
export const NETWORKS = [
  { key: 'facebook', name: 'Facebook', hosts: ['facebook.com', 'fb.com'] },
  { key: 'instagram', name: 'Instagram', hosts: ['instagram.com'] },
  { key: 'x', name: 'X', hosts: ['x.com', 'twitter.com'] },
] as const;

/** Returns the host of an https link without "www.". */
export const hostOf = (link: string): string => /^https:\/\/(?:www\.)?([^/:?#]+)/i.exec(link)?.[1]?.toLowerCase() ?? '';

const REVIEW_SITES = [
  ['Google', /(^|\.)google(\.[a-z.]+)?$|^g\.page$|(^|\.)goo\.gl$/],
  ['HomeStars', /(^|\.)homestars\.[a-z.]+$/],
  ['Yelp', /(^|\.)yelp\.[a-z.]+$/],
] as const;
const nameSite = (link: string): string => REVIEW_SITES.find(([, host]) => host.test(hostOf(link)))?.[0] ?? hostOf(link);

export type NamedLink = { key: keyof CompanyLinks; name: string; href: string };
/** Returns the company's pages on social networks. */
export const listSocial = (links: CompanyLinks): NamedLink[] =>
  NETWORKS.map(({ key, name }) => ({ key, name, href: links[key] })).filter(({ href }) => href !== '');

/** Returns the places to review the company, named after their sites. */
export const listReviews = (links: CompanyLinks): NamedLink[] =>
  (['listing', 'reviews'] as const).map((key) => ({ key, name: nameSite(links[key]), href: links[key] })).filter(({ href }) => href !== '');

type Place = Pick<CompanyFacts, 'name' | 'city' | 'region'>;
const searchMap = ({ name, city, region }: Place): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: `${name} ${city} ${region}` })}`;

/** Returns the links without those of the default company if the company has another name. An unchanged map link searches for its place. */
export function keepOwnLinks(links: CompanyLinks, place: Place): CompanyLinks {
  const isDefault = (key: keyof CompanyLinks) => links[key] === company.links[key];
  const keys = Object.keys(company.links) as (keyof CompanyLinks)[];
  const own = (key: keyof CompanyLinks) => (place.name !== company.name && isDefault(key) ? '' : links[key]);
  const kept = Object.fromEntries(keys.map((key) => [key, own(key)])) as CompanyLinks;
  return { ...kept, map: isDefault('map') ? searchMap(place) : links.map };
}
