import type { Work } from './worker';

/** To be written. */
export const findPartnerships: Work = () => ({ examined: 0, created: 0, message: 'Nothing was looked at.' });
