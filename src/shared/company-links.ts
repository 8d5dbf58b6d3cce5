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

const NONE: CompanyLinks = { facebook: '', instagram: '', x: '', listing: '', reviews: '', map: '' };
/** Returns the links of a company that has not changed any: a search on the map, and the pages of the default company if it has its name. */
export const getDefaultLinks = (place: Place): CompanyLinks => ({
  ...(place.name === company.name ? company.links : NONE),
  map: searchMap(place),
});
