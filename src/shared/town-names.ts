import { findTown, stripRegion } from './towns';

const STREETS =
  'street|st|avenue|ave|road|rd|drive|dr|boulevard|blvd|crescent|cres|court|ct|close|lane|ln|place|pl|parkway|pkwy|square|sq|terrace|trail|way|highway|hwy|circle|loop|row|gate|walk';
/** The end of a street name: "Main St", "King St W". */
const STREET_END = new RegExp(`\\s(${STREETS})\\.?(\\s([NSEW]|[NS][EW])\\.?)?$`, 'i');
/** Captures the text after a street, a numbered highway or a box on the same line: "4 Oak St Quesnel", "Box 12 Likely". */
const BEHIND_STREET = new RegExp(
  `^.*(?<!\\bf(?:or)?t\\.?\\s)\\b(?:${STREETS}|box|rr)\\.?(?:\\s+\\d+[a-z]?)?(?:\\s+(?:[NSEW]|[NS][EW])\\.?)?\\s+(\\D+)$`,
  'i',
);
/** One to four words of letters, or a place such as "100 Mile House". */
const TOWN = /^(?:\p{L}[\p{L}'.-]+(?:\s\p{L}[\p{L}'.-]*){0,3}|\d{2,3} Mile (?:House|Ranch))$/iu;
/** Words of unit numbers and access notes, which are not towns. */
const WITHIN_HOUSE =
  /\b(unit|suite|apt|apartment|floor|level|room|basement|upstairs|downstairs|upper|rear|back|front|side|door|entrance|building|bldg|box|lot|buzzer|code|call|please|near|behind|beside|corner|across|garage|office|unknown|none|home|house number)\b/i;
const SPELLED: Record<string, string> = { ft: 'fort', mt: 'mount', saint: 'st', sainte: 'ste' };

const oneLine = (text: string): string => text.normalize('NFC').replace(/’/g, "'").replace(/\s+/g, ' ').trim();
const isTown = (text: string): boolean => text.length <= 40 && TOWN.test(text) && !STREET_END.test(text) && !WITHIN_HOUSE.test(text);

/** Normalizes a town's name, so that "WILLIAMS  lake" becomes "Williams Lake" and "Ft. St. John" becomes "Fort St John". */
export const normalizeTownName = (text: string): string =>
  oneLine(text.replace(/\./g, ' '))
    .toLowerCase()
    .split(' ')
    .map((word) => SPELLED[word] ?? word)
    .map((word, place) => (place > 0 && /^(and|by|de|du|la|le|of|on|sur|the)$/.test(word) ? word : capitalised(word)))
    .join(' ');
const capitalised = (word: string): string =>
  word
    .replace(/(^|-|^mc)(\p{L})/gu, (_all, before: string, letter: string) => `${before}${letter.toUpperCase()}`)
    .replace(/^Mc(\p{L})/u, (_all, letter: string) => `Mc${letter.toUpperCase()}`);

/**
 * Returns the town of an address: a known town, or else the words before the province or postal code ("4 Oak St, Williams Lake, BC V2G
 * 1A1", "Williams Lake BC V2G 1A1"), or the words after the street at the end. Returns undefined if it finds no town.
 */
export function findTownName(address: string): string | undefined {
  const known = findTown(address)?.name;
  if (known !== undefined) return known;
  const parts = address
    .split(/[,;\n]/)
    .map(oneLine)
    .filter(Boolean);
  let isBeforeEnd = false;
  let isLast = true;
  for (const [place, part] of [...parts.entries()].reverse()) {
    const text = stripRegion(` ${part}`).trim();
    isBeforeEnd ||= text !== part;
    if (text === '') continue;
    const behind = isBeforeEnd ? (BEHIND_STREET.exec(text)?.[1] ?? text) : text;
    const isPlaced = isBeforeEnd || (isLast && /\d/.test(parts[place - 1] ?? ''));
    if (isPlaced && isTown(behind)) return normalizeTownName(behind);
    [isBeforeEnd, isLast] = [false, false];
  }
  return undefined;
}
