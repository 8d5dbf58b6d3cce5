import { comparePrices } from '../market/prices';
import type { Work } from './worker';

/** Compares the prices of others that the owner has entered with our own (automation.md §4); makes no opportunity. */
export const compareCompetitors: Work = comparePrices;
