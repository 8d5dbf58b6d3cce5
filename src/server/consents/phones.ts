import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { fieldError } from '../../shared/errors';
import { cleanPhone, isPhone, splitPhone } from '../../shared/phone';

/** Digits of a number without its area code, which people of one town write. */
const LOCAL_DIGITS = 7;
/** Digits of a North American number with its area code. */
const NATIONAL_DIGITS = 10;

/** Returns true if a number has a length that its country uses; a number without a country code counts as Canadian. */
export function isPossiblePhone(text: string): boolean {
  if (!isPhone(text)) return false;
  const { number, digits } = splitPhone(text);
  if (digits.length === LOCAL_DIGITS) return true;
  return parsePhoneNumberFromString(number, { defaultCountry: 'CA', extract: false })?.isPossible() ?? false;
}

/** Returns the key by which phones are compared, as `phoneKey` of db/schema/checks.ts computes it; empty for a number that is too short. */
export function toPhoneKey(phone: string): string {
  const key = cleanPhone(phone)
    .toLowerCase()
    .replace(/[xep#].*$/s, '')
    .replace(/[ \-.()/+]/g, '')
    .slice(-NATIONAL_DIGITS);
  return key.length >= LOCAL_DIGITS ? key : '';
}

/**
 * Returns a number without its extension in the form of the ITU's E.164, such as "+12505550133", or undefined if it cannot be dialled
 * from everywhere, such as one without its area code.
 */
export function toE164(text: string | null): string | undefined {
  if (text === null) return undefined;
  const found = parsePhoneNumberFromString(splitPhone(text).number, { defaultCountry: 'CA', extract: false });
  if (!found?.isValid()) return undefined;
  return found.countryCallingCode === '1' && found.nationalNumber.length !== NATIONAL_DIGITS ? undefined : found.number;
}

/** Throws BAD_REQUEST at `path` with this message for a number that cannot exist. */
export function assertPhone(phone: string, path: string, message: string): void {
  if (!isPossiblePhone(phone)) throw fieldError(path, message);
}
