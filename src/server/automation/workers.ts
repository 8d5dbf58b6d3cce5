import type { WorkerKey } from '../../shared/automation';
import { comparePrices } from '../market/prices';
import { draftDailyPost } from '../social/drafts';
import { findAlliances } from './development/alliances';
import { findContracts } from './development/contracts';
import { findExpansions } from './development/expansion';
import { findPartnerships } from './development/partnerships';
import { engageClients } from './engagement/engagement';
import { findLeads } from './leads/lead-generation';
import { analyseMarket } from './market/market-analysis';
import { suggestPrices } from './market/quote-optimisation';
import type { WorkerTask } from './worker';

export const WORKER_TASKS: Record<WorkerKey, WorkerTask> = {
  'lead-generation': findLeads,
  engagement: engageClients,
  'quote-optimisation': suggestPrices,
  'social-content': draftDailyPost,
  'market-analysis': analyseMarket,
  partnerships: findPartnerships,
  contracts: findContracts,
  expansion: findExpansions,
  alliances: findAlliances,
  'competitor-analysis': comparePrices,
};
