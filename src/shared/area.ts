import { findTown } from './towns';

/** A Canadian postal code anywhere in a text; its first three characters are the forward sortation area (Canada Post). */
const POSTAL_CODE = /(?<![a-z\d])([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[\s\u2010\u2011-]*\d[ABCEGHJ-NPRSTV-Z]\d(?![a-z\d])/i;

/** Town and postal code are at the end of an address, so only this many last characters are searched. */
const SEARCHED_CHARACTERS = 500;

/** Returns the area of an address: its town, or the first three characters of its postal code ("V2C"), or null. */
export function findArea(address: string | null): string | null {
  const end = address?.slice(-SEARCHED_CHARACTERS) ?? '';
  return findTown(end)?.name ?? POSTAL_CODE.exec(end)?.[1]?.toUpperCase() ?? null;
}
