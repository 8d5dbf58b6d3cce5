import { renewSuggestions } from '../market/suggestions';
import type { Work } from './worker';

/** Suggests prices for pending quotes, by what past jobs came to (automation.md §3). */
export const suggestPrices: Work = renewSuggestions;
