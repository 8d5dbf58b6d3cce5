/** `npm run test:faults` and `npm run test:fuzz` set LONG=1: all tests of their folders, with the full number of tries. */
const isLong = process.env.LONG === '1';

/** Returns the value of the short form in `npm test`, or of the full form. */
export const times = <T>(short: T, full: T): T => (isLong ? full : short);
/** Returns every `step`th entry of a list in the short form, from the first on, or all of them. */
export const everyNth = <T>(step: number, list: readonly T[]): T[] => list.filter((_, place) => isLong || place % step === 0);
/** Returns the timeout in ms of a test whose tries {@link times} counts. */
export const patience = (short: number, full: number): number => times(short, full);
/** Prints measured figures in the full form only. The README's table comes from them. */
export const tell = (figures: string): void => {
  if (isLong) console.info(figures);
};
