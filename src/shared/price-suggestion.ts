import type { AutomationSettings } from './automation-settings';
import { MAX_CENTS } from './money';
import { median, percentile, roundHalfUp } from './statistics';
import { showCents } from './store-sums';

/**
 * What the owner decided (automation.md §3): fewer past jobs make no price, from so many in the same area on those elsewhere are left
 * out, and of so many quotes the thirds by price are told.
 */
type Limits = Pick<AutomationSettings, 'priceJobs' | 'priceAreaJobs' | 'priceThirdsQuotes'>;

/** A finished job of the same kind of service: what it came to before tax, and how long it took. */
export type PastJob = { cents: number; minutes: number; area: string | null };
/** What was asked for on a quote, and whether it became a job that was not cancelled. */
export type PricedQuote = { cents: number; isWon: boolean };

type Third = { name: string; won: number; quotes: number; highestCents: number };
/** How many quotes were won in each third by price; those of one price as a border are in the lower one. Undefined for too few. */
export function wonByThird(quotes: readonly PricedQuote[], fewest: number): Third[] | undefined {
  if (quotes.length < fewest) return undefined;
  const sorted = quotes.toSorted((a, b) => a.cents - b.cents);
  const borderAt = (third: number) => sorted[Math.ceil((sorted.length * third) / 3) - 1]?.cents ?? 0;
  const [low, high, top] = [borderAt(1), borderAt(2), borderAt(3)];
  const between = (name: string, above: number, upTo: number): Third => {
    const inside = sorted.filter(({ cents }) => cents > above && cents <= upTo);
    return { name, won: inside.filter(({ isWon }) => isWon).length, quotes: inside.length, highestCents: upTo };
  };
  return [between('lower', -1, low), between('middle', low, high), between('upper', high, top)];
}

function tellThirds(thirds: readonly Third[]): string {
  const [lower, middle, upper] = thirds;
  if (!lower || !middle || !upper) return '';
  const share = ({ won, quotes }: Third) => (quotes === 0 ? 'none asked' : `${won} of ${quotes}`);
  return ` Quotes won, of those that became a job, by price: ${share(lower)} in the lower third (up to ${showCents(lower.highestCents)}), ${share(middle)} in the middle third (up to ${showCents(middle.highestCents)}), ${share(upper)} in the upper third.`;
}

type Asked = { service: string; area: string | null; jobs: readonly PastJob[]; quotes: readonly PricedQuote[]; limits: Limits };
type Suggestion = {
  /** The area whose jobs it rests on; null for all areas. */
  area: string | null;
  n: number;
  p25Cents: number | null;
  medianCents: number | null;
  p75Cents: number | null;
  minutesMedian: number | null;
  suggestedCents: number | null;
  explanation: string;
};

/** Up to so many places, without the noughts at the end: 118.5, 120. */
const showNumber = (value: number, places: number) => String(Number(value.toFixed(places)));
/** Dollars a minute, with the places that a reader needs to reckon it again: "$1.25", "$1.2346". */
const showRate = (cents: number) => `$${(cents / 100).toFixed(4).replace(/(\.\d\d\d*?)0*$/, '$1')}`;

/**
 * On which side a suggestion leaves the middle half of the prices, in words; null inside of it. It can, since the median price a
 * minute and the median minutes need not be of the same job. All in one unit.
 */
export function tellOutside(suggested: number, p25: number, p75: number): string | null {
  if (suggested >= p25 && suggested <= p75) return null;
  return `outside the usual range: ${suggested < p25 ? 'below' : 'above'} it`;
}

/** The jobs that a price rests on: those in the area where there are enough of them, else all. */
function jobsFor({ area, jobs, limits }: Asked) {
  const there = area === null ? [] : jobs.filter((job) => job.area === area);
  if (there.length >= limits.priceAreaJobs) return { area, used: there, where: `in ${area}` };
  const fewThere = area === null ? '' : ` (only ${there.length} in ${area})`;
  return { area: null, used: jobs, where: `in all areas${fewThere}` };
}

/**
 * What such a job may cost, by what past ones came to: median price a minute times median minutes, with the middle half of their
 * prices and the way it was reckoned in words. Too few jobs make no price. Cents are rounded half up (automation.md §3).
 */
export function suggestPrice(asked: Asked): Suggestion {
  const { area, used, where } = jobsFor(asked);
  const n = used.length;
  const prices = used.map(({ cents }) => cents);
  const [p25, middle, p75] = [0.25, 0.5, 0.75].map((share) => percentile(prices, share));
  const rate = median(used.map(({ cents, minutes }) => cents / minutes));
  const minutes = median(used.map((job) => job.minutes));
  const none = { p25Cents: null, medianCents: null, p75Cents: null, minutesMedian: null, suggestedCents: null };
  if (
    n < asked.limits.priceJobs ||
    p25 === undefined ||
    middle === undefined ||
    p75 === undefined ||
    rate === undefined ||
    minutes === undefined
  )
    return { area, n, ...none, explanation: `only ${n} past ${n === 1 ? 'job' : 'jobs'}` };
  const [p25Cents, medianCents, p75Cents] = [roundHalfUp(p25), roundHalfUp(middle), roundHalfUp(p75)];
  const suggestedCents = Math.min(MAX_CENTS, roundHalfUp(rate * minutes));
  const reckoned = `${showRate(rate)} a minute × ${showNumber(minutes, 1)} minutes = ${showCents(suggestedCents)}`;
  const outside = tellOutside(suggestedCents, p25Cents, p75Cents);
  const note = outside && ` The suggestion is ${outside}, since price and length were taken from different jobs.`;
  const explanation = `${n} past ${asked.service} jobs ${where}, last 12 months. Middle values: ${reckoned}. Half of them came to between ${showCents(p25Cents)} and ${showCents(p75Cents)}, the middle one to ${showCents(medianCents)}.${note ?? ''}${tellThirds(wonByThird(asked.quotes, asked.limits.priceThirdsQuotes) ?? [])}`;
  return { area, n, p25Cents, medianCents, p75Cents, minutesMedian: roundHalfUp(minutes), suggestedCents, explanation };
}
