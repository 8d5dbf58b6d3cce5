import type { AutomationSettings } from './automation-settings';
import { median, percentile, roundHalfUp } from './statistics';
import { formatMoney } from './store-sums';

type Limits = Pick<AutomationSettings, 'priceJobs' | 'priceAreaJobs' | 'priceThirdsQuotes'>;

/** A finished job of the same kind of service: what it came to before tax, and how long it took. */
export type PastJob = { cents: number; minutes: number; area: string | null };
/** The price of a quote; it is won if it led to a job that was not cancelled. */
export type PricedQuote = { cents: number; isWon: boolean };

type Third = { name: string; won: number; quotes: number; highestCents: number };
/** Counts the quotes won in each third by price; a price equal to a border belongs to the lower third. Undefined for too few quotes. */
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

function describeThirds(thirds: readonly Third[]): string {
  const [lower, middle, upper] = thirds;
  if (!lower || !middle || !upper) return '';
  const share = ({ won, quotes }: Third) => (quotes === 0 ? 'none asked' : `${won} of ${quotes}`);
  return ` Quotes won, of those that became a job, by price: ${share(lower)} in the lower third (up to ${formatMoney(lower.highestCents)}), ${share(middle)} in the middle third (up to ${formatMoney(middle.highestCents)}), ${share(upper)} in the upper third.`;
}

type Asked = { service: string; area: string | null; jobs: readonly PastJob[]; quotes: readonly PricedQuote[]; limits: Limits };
type Suggestion = {
  /** The area whose jobs were used; null for all areas. */
  area: string | null;
  n: number;
  p25Cents: number | null;
  medianCents: number | null;
  p75Cents: number | null;
  minutesMedian: number | null;
  suggestedCents: number | null;
  explanation: string;
};

const formatNumber = (value: number, places: number) => String(Number(value.toFixed(places)));
/** Formats dollars per minute with enough decimal places to repeat the calculation: "$1.25", "$1.2346". */
const formatRate = (cents: number) => `$${(cents / 100).toFixed(4).replace(/(\.\d\d\d*?)0*$/, '$1')}`;

/** Shorter jobs are quick visits or timing errors, so their price per minute is not typical. */
const FEWEST_MINUTES = 15;

/** Returns the past jobs to compare with: those of the area, or of all areas if the area has too few. `where` names them. */
function selectJobs({ area, jobs, limits }: Asked) {
  const comparable = jobs.filter(({ minutes }) => minutes >= FEWEST_MINUTES);
  const there = area === null ? [] : comparable.filter((job) => job.area === area);
  if (there.length >= limits.priceAreaJobs) return { area, used: there, where: `in ${area}` };
  const fewThere = area === null ? '' : ` (only ${there.length} in ${area})`;
  return { area: null, used: comparable, where: `in all areas${fewThere}` };
}

/**
 * Suggests what such a job may cost: the median price a minute times the median minutes, kept within the middle half (p25 to p75)
 * of the total prices of past jobs, since price and length need not come from the same job. Suggests nothing if there are too few
 * past jobs, or if that limit would move the price by more than half. Cents are rounded half up.
 */
export function suggestPrice(asked: Asked): Suggestion {
  const { area, used, where } = selectJobs(asked);
  const n = used.length;
  const prices = used.map(({ cents }) => cents);
  const none = { p25Cents: null, medianCents: null, p75Cents: null, minutesMedian: null, suggestedCents: null };
  if (n === 0 || n < asked.limits.priceJobs) return { area, n, ...none, explanation: `only ${n} past ${n === 1 ? 'job' : 'jobs'}` };
  const getPrice = (share: number) => roundHalfUp(percentile(prices, share) ?? 0);
  const [p25Cents, medianCents, p75Cents] = [getPrice(0.25), getPrice(0.5), getPrice(0.75)];
  const rate = median(used.map(({ cents, minutes }) => cents / minutes)) ?? 0;
  const minutes = median(used.map((job) => job.minutes)) ?? 0;
  const figures = { area, n, p25Cents, medianCents, p75Cents, minutesMedian: roundHalfUp(minutes) };
  const computedCents = roundHalfUp(rate * minutes);
  const calculation = `${formatRate(rate)} a minute × ${formatNumber(minutes, 1)} minutes = ${formatMoney(computedCents)}`;
  const range = p25Cents === p75Cents ? formatMoney(p25Cents) : `between ${formatMoney(p25Cents)} and ${formatMoney(p75Cents)}`;
  const suggestedCents = Math.max(p25Cents, Math.min(p75Cents, computedCents));
  const moved = Math.abs(suggestedCents - computedCents);
  if (moved > computedCents / 2)
    return {
      ...figures,
      suggestedCents: null,
      explanation: `the ${n} past jobs differ too much. ${calculation}, but half of them came to ${range}`,
    };
  const limit =
    moved === 0 ? '' : ` ${suggestedCents > computedCents ? 'Raised' : 'Lowered'} to ${formatMoney(suggestedCents)} to stay in that range.`;
  const explanation = `${n} past ${asked.service} jobs ${where}, last 12 months. Middle values: ${calculation}. Half of them came to ${range}, the middle one to ${formatMoney(medianCents)}.${limit}${describeThirds(wonByThird(asked.quotes, asked.limits.priceThirdsQuotes) ?? [])}`;
  return { ...figures, suggestedCents, explanation };
}
