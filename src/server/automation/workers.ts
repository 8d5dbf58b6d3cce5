import { doAtOnce } from '../../../db/slices';
import type { WorkerKey } from '../../shared/automation';
import { comparePrices } from '../market/prices';
import { renewSuggestions } from '../market/suggestions';
import { draftDailyPost } from '../social/drafts';
import { findAlliances } from './development/alliances';
import { findContracts } from './development/contracts';
import { findExpansions } from './development/expansion';
import { findPartnerships } from './development/partnerships';
import { engageClients } from './engagement/engagement';
import { findLeads } from './leads/lead-generation';
import { analyseMarket } from './market/market-analysis';
import { openSweep, type WorkerTask } from './sweep';

/** Pending quotes that one run reads at most, besides the new ones. */
const MOST_QUOTES = 200;

/** Suggests prices for pending quotes from the prices of past jobs. */
const suggestPrices: WorkerTask = function* (ctx, { id }) {
  const sweep = openSweep(ctx, 'quote-optimisation');
  const outcome = yield* renewSuggestions(ctx, id, (read, handle) => doAtOnce(sweep.each('pending', MOST_QUOTES, read, handle)));
  sweep.save();
  return outcome;
};

const draftPost: WorkerTask = function* (ctx) {
  yield;
  return draftDailyPost(ctx);
};

export const WORKER_TASKS: Record<WorkerKey, WorkerTask> = {
  'lead-generation': findLeads,
  engagement: engageClients,
  'quote-optimisation': suggestPrices,
  'social-content': draftPost,
  'market-analysis': analyseMarket,
  partnerships: findPartnerships,
  contracts: findContracts,
  expansion: findExpansions,
  alliances: findAlliances,
  'competitor-analysis': (ctx, { id }) => comparePrices(ctx, id),
};
