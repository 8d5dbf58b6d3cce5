// Kept apart from clock.ts, whose rules for business days would make the scripts of the landing page too large.
/** Returns the browser's current instant in milliseconds since 1970, to measure ages. */
export const getMilliseconds = (): number => Date.now();
