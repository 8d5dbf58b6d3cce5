/** The rooms or the area that the visitor asked an estimate for, as parameters of the page. */
export type Rooms = { bedrooms?: number | undefined; bathrooms?: number | undefined; squareFeet?: number | undefined };

const MOST = { bedrooms: 99, bathrooms: 99, squareFeet: 1_000_000 };

/** Returns the parameters that an estimate can use. */
export function readRooms(search: Record<string, unknown>): Rooms {
  const known = Object.entries(MOST).filter(([name, most]) => {
    const value = search[name];
    return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most;
  });
  return Object.fromEntries(known.map(([name]) => [name, search[name]]));
}

/** Returns the rooms among the parameters, or undefined if the visitor asked for no estimate. */
export function pickRooms({ bedrooms, bathrooms, squareFeet }: Rooms): Rooms | undefined {
  const rooms = { bedrooms, bathrooms, squareFeet };
  return Object.values(rooms).some((count) => count !== undefined) ? rooms : undefined;
}
