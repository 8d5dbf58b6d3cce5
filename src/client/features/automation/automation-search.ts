import { OPPORTUNITY_STATUSES, type OpportunityStatus } from '../../../shared/automation';

/** The status filter of a dashboard; without one it lists open, drafted and contacted opportunities. */
export type OpportunityView = OpportunityStatus | 'all';
/** Search parameters of a dashboard; `found` is the worker that found the opportunities. */
export type AutomationSearch = { found?: string | undefined; view?: OpportunityView | undefined; run?: number | undefined };

const VIEWS: readonly OpportunityView[] = [...OPPORTUNITY_STATUSES, 'all'];

export const readAutomationSearch = ({ found, view, run }: Record<string, unknown>): AutomationSearch => ({
  found: typeof found === 'string' ? found : undefined,
  view: VIEWS.find((word) => word === view),
  run: Number.isSafeInteger(Number(run)) && Number(run) > 0 ? Number(run) : undefined,
});
