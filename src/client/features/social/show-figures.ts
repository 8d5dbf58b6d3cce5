const numbers = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });

/** A figure for people, "1,204" or "3.5"; one that the platform did not tell is said to be missing. */
export const showFigure = (value: number | null): string => (value === null ? 'not available' : numbers.format(value));

const HOUR = 60;
const DAY = 24 * HOUR;

/** A time in minutes for people, in the largest unit that it fills twice: "45 min", "5 h", "3 days". */
export function showMinutes(minutes: number): string {
  if (minutes >= 2 * DAY) return `${numbers.format(minutes / DAY)} days`;
  if (minutes >= 2 * HOUR) return `${numbers.format(minutes / HOUR)} h`;
  return `${numbers.format(minutes)} min`;
}
