// Apart from clock.ts, whose business days are too large for the scripts of the landing page.
/** Returns the browser's current instant in milliseconds since 1970, to measure ages. */
export const getMilliseconds = (): number => Date.now();
