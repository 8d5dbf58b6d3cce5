import { z } from 'zod';

/** Degrees (WGS 84). */
export type Position = { latitude: number; longitude: number };

const DEGREES = 'Please enter a coordinate in degrees.';
export const positionSchema = z.object({
  latitude: z.number(DEGREES).min(-90, DEGREES).max(90, DEGREES),
  longitude: z.number(DEGREES).min(-180, DEGREES).max(180, DEGREES),
});

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d{1,20})?)`;
const PAIR = String.raw`${NUMBER}\s*,\s*${NUMBER}(?![\d.])`;
const UNSIGNED = String.raw`\d{1,3}(?:\.\d{1,20})?`;
/** Degrees with a letter for the direction, also with minutes and seconds: 50.67° N, 50°40'28.2"N. */
const ANGLE = (sides: string) => String.raw`(${UNSIGNED})\s*°?\s*(?:(${UNSIGNED})\s*['′’]\s*)?(?:(${UNSIGNED})\s*["″”]\s*)?([${sides}])`;
const WITH_SIDES = new RegExp(`^${ANGLE('NS')}[\\s,;]*${ANGLE('EW')}$`, 'i');
const PLAIN = new RegExp(String.raw`^\(?\s*${NUMBER}\s?°?\s?[,;\s]\s?${NUMBER}\s*°?\s*\)?$`);

/**
 * Coordinates in links of Google Maps, Apple Maps, OpenStreetMap and Bing and in geo: URIs (RFC 5870), the most exact first: the marker,
 * then the query, then the centre of the map.
 */
const LINKS = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(String.raw`^geo:(?!0(?:\.0+)?,0(?:\.0+)?\?q=)${PAIR}`, 'i'),
  new RegExp(String.raw`[?&](?:q|query|ll|sll|daddr|destination|coordinate)=(?:loc:)?\s*${PAIR}`, 'i'),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`/(?:place|search|dir/[^@]*)/${PAIR}`),
  new RegExp(`@${PAIR}`),
  new RegExp(String.raw`#map=\d{1,2}(?:\.\d+)?/${NUMBER}/${NUMBER}`),
  new RegExp(`[?&]cp=${NUMBER}~${NUMBER}`),
  new RegExp(`[?&]center=${PAIR}`),
];

/** Longest text that is parsed; links of maps are shorter. */
const MAX_LENGTH = 3000;

/** Six decimal places are about 10 cm. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function toPosition(latitude: number, longitude: number): Position | undefined {
  const read = positionSchema.safeParse({ latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) });
  return read.success ? read.data : undefined;
}

/** Converts degrees, minutes and seconds to degrees, negative for south and west; undefined if minutes or seconds reach 60. */
function toDegrees([degrees, minutes = '0', seconds = '0', side = '']: (string | undefined)[]): number | undefined {
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
  return (Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600) * (/[SW]/i.test(side) ? -1 : 1);
}

/** Decodes the percent-encoded signs that links of maps use. */
const decodeLink = (text: string): string =>
  text.replace(/\+/g, ' ').replace(/%(2C|20|C2%B0|40|21|7E)/gi, (code) => decodeURIComponent(code));

/** Returns the position in a pasted text: "50.67, -120.33", degrees with letters, or a link of a map. */
export function parsePosition(pasted: string): Position | undefined {
  const text = pasted.slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim();
  const plain = PLAIN.exec(text);
  if (plain) return toPosition(Number(plain[1]), Number(plain[2]));
  const sides = WITH_SIDES.exec(text);
  if (sides) return toPosition(toDegrees(sides.slice(1, 5)) ?? Number.NaN, toDegrees(sides.slice(5, 9)) ?? Number.NaN);
  if (!/^(https?:\/\/|geo:|(www\.|maps\.)?[a-z.-]+\.[a-z]{2,}\/)/i.test(text)) return undefined;
  const link = decodeLink(text);
  for (const form of LINKS) {
    const found = form.exec(link);
    const position = found && toPosition(Number(found[1]), Number(found[2]));
    if (position) return position;
  }
  return undefined;
}

const SHORT_LINK = /^(https?:\/\/)?(maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple)\//i;
const UNREADABLE = 'Please paste coordinates such as 50.6745, -120.3273, or a link of a map that shows the place.';
const TOO_SHORT = 'This short link does not say where it leads. Please open it and copy the address of the page, or the coordinates.';

/** A position, or pasted text that contains one. */
export const positionInput = z.union([positionSchema, z.string()], UNREADABLE).transform((value, ctx) => {
  const position = typeof value === 'string' ? parsePosition(value) : value;
  if (position) return position;
  ctx.addIssue({ code: 'custom', message: SHORT_LINK.test(String(value).trim()) ? TOO_SHORT : UNREADABLE });
  return z.NEVER;
});

/** Formats a position as text that {@link parsePosition} can read: "50.6745, -120.3273". */
export const formatPosition = ({ latitude, longitude }: Position): string => `${roundDegrees(latitude)}, ${roundDegrees(longitude)}`;
