import type { company } from './company';
import type { Position } from './position';

type Town = Position & { name: string; isServed: boolean };
type ServedTown = (typeof company.towns)[number];

/** The centres of the towns we serve, accurate to about a kilometre. */
const SERVED: Record<ServedTown, readonly [latitude: number, longitude: number]> = {
  Kamloops: [50.6745, -120.3273],
  'Sun Peaks': [50.8837, -119.8889],
  Barriere: [51.1804, -120.1246],
  Clearwater: [51.6509, -120.0387],
  Ashcroft: [50.7256, -121.2811],
  'Cache Creek': [50.8106, -121.3236],
  'Logan Lake': [50.4947, -120.8147],
  Merritt: [50.1113, -120.7862],
};

/** Towns nearby, shown on the map and recognized in addresses. */
const NEIGHBOURS: Record<string, readonly [latitude: number, longitude: number]> = {
  Chase: [50.8192, -119.6844],
  Pritchard: [50.6868, -119.8189],
  'Monte Creek': [50.6489, -119.9561],
  'Heffley Creek': [50.8573, -120.2706],
  Savona: [50.7517, -120.8467],
  'Little Fort': [51.4236, -120.2053],
  'Spences Bridge': [50.4233, -121.3486],
  Lytton: [50.2311, -121.5814],
  'Lower Nicola': [50.1553, -120.8911],
  Clinton: [51.0911, -121.5864],
  '100 Mile House': [51.6431, -121.2961],
  Westwold: [50.4703, -119.7522],
  Falkland: [50.5022, -119.5561],
  Sorrento: [50.8803, -119.4775],
  'Salmon Arm': [50.7002, -119.2838],
  Vernon: [50.267, -119.272],
  Kelowna: [49.888, -119.496],
  Princeton: [49.4589, -120.5061],
};

const toTowns = (places: Record<string, readonly [number, number]>, isServed: boolean): Town[] =>
  Object.entries(places).map(([name, [latitude, longitude]]) => ({ name, latitude, longitude, isServed }));

/** The towns known without a geocoder, those we serve first. */
export const TOWNS: readonly Town[] = [...toTowns(SERVED, true), ...toTowns(NEIGHBOURS, false)];

/** The province, country or postal code at the end of an address. */
const AFTER_TOWN = new RegExp(
  `[\\s,.]+(${[
    'B\\.?\\s?C\\.?|A\\.?B\\.?|SK|MB|ON|QC|NB|NS|PEI?|NL|YT|NT|NU|British Columbia|Alberta|Saskatchewan|Manitoba|Ontario',
    'Qu[eé]bec|New Brunswick|Nova Scotia|Prince Edward Island|Newfoundland and Labrador|Newfoundland|Yukon|Northwest Territories|Nunavut',
    'Canada|[ABCEGHJ-NPRSTVXY]\\d[A-Z][\\s\u2010\u2011-]*\\d[A-Z]\\d',
  ].join('|')})\\.?$`,
  'iu',
);

/** Returns an address without the province, country and postal code at its end. */
export function stripRegion(address: string): string {
  const shorter = address.replace(AFTER_TOWN, '').replace(/[\s,.]+$/, '');
  return shorter === address ? address : stripRegion(shorter);
}

const BY_NAME = new Map(TOWNS.map((town) => [town.name.toLowerCase(), town]));

/** Returns the town named at the end of an address or between commas. Ignores streets named after towns. */
export function findTown(address: string): Town | undefined {
  const parts = address.split(/[,\n]/).map((part) => stripRegion(part.trim()).toLowerCase());
  const named = parts.findLast((part) => BY_NAME.has(part));
  if (named !== undefined) return BY_NAME.get(named);
  const end = stripRegion(address.trim()).toLowerCase();
  for (const [name, town] of BY_NAME) if (end === name || (end.endsWith(name) && /[\s,]/.test(end.at(-name.length - 1) ?? ''))) return town;
  return undefined;
}
