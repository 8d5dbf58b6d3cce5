import { z } from 'zod';
import { OPPORTUNITY_STATUSES, type OpportunityStatus } from '../../../shared/automation';
import { idParam, searchReader, wordParam } from '../../ui/search-params';

/** The status filter of a dashboard; without one it lists open, drafted and contacted opportunities. */
export type OpportunityView = OpportunityStatus | 'all';

/** Reads the search parameters of a dashboard; `found` is the worker that found the opportunities. */
export const readAutomationSearch = searchReader({
  found: z.string().optional().catch(undefined),
  view: wordParam([...OPPORTUNITY_STATUSES, 'all']),
  run: idParam,
});
export type AutomationSearch = ReturnType<typeof readAutomationSearch>;
