import type { WorkerKey } from '../../shared/automation-words';
import { findAlliances } from './alliances';
import { compareCompetitors } from './competitor-analysis';
import { findContracts } from './contracts';
import { engage } from './engagement';
import { findExpansions } from './expansion';
import { findLeads } from './lead-generation';
import { analyseMarket } from './market-analysis';
import { findPartnerships } from './partnerships';
import { suggestPrices } from './quote-optimisation';
import { draftPosts } from './social-content';
import type { Work } from './worker';

/** What each worker does. */
export const WORK: Record<WorkerKey, Work> = {
  'lead-generation': findLeads,
  engagement: engage,
  'quote-optimisation': suggestPrices,
  'social-content': draftPosts,
  'market-analysis': analyseMarket,
  partnerships: findPartnerships,
  contracts: findContracts,
  expansion: findExpansions,
  alliances: findAlliances,
  'competitor-analysis': compareCompetitors,
};
