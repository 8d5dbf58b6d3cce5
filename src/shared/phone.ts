/** An extension: "x12", "ext. 12", "poste 12" (Quebec) or "#12". */
const EXTENSION = /[\s,;]*(?:extension|ext|poste|x|#)[\s.:]*(\d{1,7})\s*$/i;
/** Digits with common separators; U+2010, U+2011 and U+2013 are hyphens and the en dash. */
const NUMBER = /^\s*\+?[\d\s().\-/\u2010\u2011\u2013]+$/;

/** Characters of a phone number, perhaps with an extension. */
const PHONE_TEXT = /^[\d\s().,;:#*/+-]*(?:extension|ext|poste|x)?[\d\s.:]*$/i;

/**
 * Returns a phone number with ordinary digits, spaces and hyphens, and without the invisible marks that some address books copy with it.
 * Stored numbers have this form, so that `phoneKey` of db/schema/checks.ts matches the same number wherever it was copied from. Text that
 * is no phone number stays as it is.
 */
export function cleanPhone(text: string): string {
  const cleaned = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');
  return PHONE_TEXT.test(cleaned) ? cleaned : text;
}

export function splitPhone(phone: string): { number: string; digits: string; extension: string | undefined } {
  const number = phone.replace(EXTENSION, '');
  return { number, digits: number.replace(/\D/g, ''), extension: EXTENSION.exec(phone)?.[1] };
}

/**
 * Returns whether a text looks like a phone number: seven to fifteen digits with common separators, and perhaps an extension. Public
 * pages use this small rule to keep their scripts small; the server also checks `isPossiblePhone` of src/server/consents/phones.ts.
 */
export function isPhone(text: string): boolean {
  const { number, digits } = splitPhone(text);
  return NUMBER.test(number) && digits.length >= 7 && digits.length <= 15;
}

/** Returns the link that dials a phone number as it was written, with its extension after it (RFC 3966). */
export function phoneHref(phone: string): string {
  const { number, digits, extension } = splitPhone(phone);
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}${extension === undefined ? '' : `;ext=${extension}`}`;
}

/** Returns the link that dials a phone number from abroad; a number with ten digits gets the country code 1. */
export function globalPhoneHref(phone: string): string {
  const { digits } = splitPhone(phone);
  return phoneHref(phone).replace(/^tel:\+?/, digits.length === 10 ? 'tel:+1' : 'tel:+');
}
