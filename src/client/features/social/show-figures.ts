const numbers = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });

/** Formats a figure as "1,204" or "3.5", or says that the platform did not report it. */
export const showFigure = (value: number | null): string => (value === null ? 'not available' : numbers.format(value));

const HOUR = 60;
const DAY = 24 * HOUR;

/** Formats minutes in the largest unit of which there are at least two: "45 min", "5 h", "3 days". */
export function showMinutes(minutes: number): string {
  if (minutes >= 2 * DAY) return `${numbers.format(minutes / DAY)} days`;
  if (minutes >= 2 * HOUR) return `${numbers.format(minutes / HOUR)} h`;
  return `${numbers.format(minutes)} min`;
}
