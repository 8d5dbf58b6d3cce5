import { z } from 'zod';
import { OPPORTUNITY_STATUSES, type OpportunityStatus, WORKER_KEYS } from '../../../shared/automation';
import { OPPORTUNITY_ORDERS } from '../../../shared/automation-schemas';
import { COMPARED_DIMENSIONS } from '../../../shared/demand';
import { sortInput } from '../../../shared/page';
import { idParam, searchReader, wordParam } from '../../ui/search-params';

/** The status filter of a dashboard; without one it lists open, drafted and contacted opportunities. */
export type OpportunityView = OpportunityStatus | 'all';

const DEMAND_TABS = ['month', ...COMPARED_DIMENSIONS] as const;
export type DemandTab = (typeof DEMAND_TABS)[number];

/** Reads the search parameters of a dashboard; `found` is the worker that found the opportunities. */
export const readAutomationSearch = searchReader({
  found: z.string().optional().catch(undefined),
  view: wordParam([...OPPORTUNITY_STATUSES, 'all']),
  opportunity: idParam,
  sort: sortInput(...OPPORTUNITY_ORDERS).catch(undefined),
  worker: wordParam(WORKER_KEYS),
  part: wordParam(['demand', 'prices']),
  demand: wordParam(DEMAND_TABS),
});
export type AutomationSearch = ReturnType<typeof readAutomationSearch>;
export type DashboardSearchProps = { search: AutomationSearch; onSearch: (search: AutomationSearch) => void };
