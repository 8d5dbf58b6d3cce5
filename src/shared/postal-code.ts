// The letters that Canada Post uses: no D, F, I, O, Q or U, and no W or Z at the start.
const POSTAL_CODE = /\b([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[\s\u2010\u2011-]*(\d[ABCEGHJ-NPRSTV-Z]\d)\b/gi;

/** Formats each Canadian postal code in a text as "V2C 1A1". */
export const formatPostalCodes = (text: string): string =>
  text.replace(POSTAL_CODE, (_, area: string, unit: string) => `${area} ${unit}`.toUpperCase());
