import type { SearchParams } from '../../ui/public/search-params';

/** The rooms or the area that the visitor asked an estimate for, as parameters of the page. */
export type Rooms = { bedrooms?: number | undefined; bathrooms?: number | undefined; squareFeet?: number | undefined };

const MOST = { bedrooms: 99, bathrooms: 99, squareFeet: 1_000_000 };

/** Returns the parameters that an estimate can use. */
export function readRooms(search: SearchParams): Rooms {
  const counts = Object.entries(MOST).map(([name, most]) => [name, Number(search[name]), most] as const);
  return Object.fromEntries(counts.filter(([, count, most]) => Number.isInteger(count) && count > 0 && count <= most));
}

/** Returns the rooms among the parameters, or undefined if the visitor asked for no estimate. */
export function pickRooms({ bedrooms, bathrooms, squareFeet }: Rooms): Rooms | undefined {
  const rooms = { bedrooms, bathrooms, squareFeet };
  return Object.values(rooms).some((count) => count !== undefined) ? rooms : undefined;
}
