import { renewSuggestions } from '../market/suggestions';
import { openSweep } from './sweep';
import type { Work } from './worker';

/** Pending quotes that one run looks at beside the new ones. */
const MOST_QUOTES = 200;

/** Suggests prices for pending quotes, by what past jobs came to (automation.md §3). */
export const suggestPrices: Work = (ctx, runId) => {
  const sweep = openSweep(ctx, 'quote-optimisation');
  const outcome = renewSuggestions(ctx, runId, (read, handle) => sweep.each('pending', MOST_QUOTES, read, handle));
  sweep.keep();
  return outcome;
};
