/** `npm run test:faults` and `npm run test:fuzz` set LONG=1: the same tests as within `npm test`, with the full number of tries. */
const isLong = process.env.LONG === '1';

/** How often a thing is tried, or what is asked of it: the short form within `npm test`, or the full one. */
export const times = <T>(short: T, full: T): T => (isLong ? full : short);
/** Time for a test whose tries are counted by {@link times}, in ms. */
export const patience = (short: number, full: number): number => times(short, full);
/** Says what was measured, in the full form alone: the figures of the README's table come from here. */
export const tell = (figures: string): void => {
  if (isLong) console.info(figures);
};
