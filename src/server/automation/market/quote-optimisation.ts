import { renewSuggestions } from '../../market/suggestions';
import { openSweep } from '../sweep';
import type { WorkerTask } from '../worker';

/** Pending quotes that one run reads at most, besides the new ones. */
const MOST_QUOTES = 200;

/** Suggests prices for pending quotes from the prices of past jobs. */
export const suggestPrices: WorkerTask = (ctx, runId) => {
  const sweep = openSweep(ctx, 'quote-optimisation');
  const outcome = renewSuggestions(ctx, runId, (read, handle) => sweep.each('pending', MOST_QUOTES, read, handle));
  sweep.save();
  return outcome;
};
