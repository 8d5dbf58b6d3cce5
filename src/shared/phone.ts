/** What an extension begins with: "x12", "ext. 12", "poste 12" as in Quebec, "#12". */
const EXTENSION = /[\s,;]*(?:extension|ext|poste|x|#)[\s.:]*(\d{1,7})\s*$/i;
/** What people write between the digits; three of the hyphens look alike. */
const NUMBER = /^\s*\+?[\d\s().\-/\u2010\u2011\u2013]+$/;

/** Returns the digits of a phone number and of its extension, which other people's numbers may share. */
export function splitPhone(phone: string): { number: string; digits: string; extension: string | undefined } {
  const number = phone.replace(EXTENSION, '');
  return { number, digits: number.replace(/\D/g, ''), extension: EXTENSION.exec(phone)?.[1] };
}

/**
 * Whether a text looks like a phone number: seven to fifteen digits with what people write between them, and perhaps an extension.
 * This light rule is for pages, whose scripts must stay small; the server also asks `isPossiblePhone` of src/server/phones.ts.
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

/** Returns the same for callers from abroad; ten digits are a number of this country. */
export function globalPhoneHref(phone: string): string {
  const { digits } = splitPhone(phone);
  return phoneHref(phone).replace(/^tel:\+?/, digits.length === 10 ? 'tel:+1' : 'tel:+');
}
