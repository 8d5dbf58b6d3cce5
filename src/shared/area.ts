import { findTown } from './towns';

/** A Canadian postal code wherever it stands in a text; its first three characters name the district (Canada Post: forward sortation area). */
const POSTAL_CODE = /(?<![a-z\d])([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[ -]?\d[ABCEGHJ-NPRSTV-Z]\d(?![a-z\d])/i;

/** The end of an address holds all that is looked for; one that goes on for ever is none. */
const MOST_CHARACTERS = 500;

/** The area an address lies in: its town, else the first three characters of its postal code, "V2C"; null where it tells neither. */
export function findArea(address: string | null): string | null {
  const end = address?.slice(-MOST_CHARACTERS) ?? '';
  return findTown(end)?.name ?? POSTAL_CODE.exec(end)?.[1]?.toUpperCase() ?? null;
}
