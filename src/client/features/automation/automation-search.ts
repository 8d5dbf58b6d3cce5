import { OPPORTUNITY_STATUSES, type OpportunityStatus } from '../../../shared/automation-words';

/** Which opportunities a dashboard lists; without a word those that wait for somebody. */
export type OpportunityView = OpportunityStatus | 'all';
/** What the address of a dashboard says: the kinds it lists by the worker that finds them, their state, or what one run found. */
export type AutomationSearch = { found?: string | undefined; view?: OpportunityView | undefined; run?: number | undefined };

const VIEWS: readonly OpportunityView[] = [...OPPORTUNITY_STATUSES, 'all'];

/** The same out of an address that anybody may have typed. */
export const readAutomationSearch = ({ found, view, run }: Record<string, unknown>): AutomationSearch => ({
  found: typeof found === 'string' ? found : undefined,
  view: VIEWS.find((word) => word === view),
  run: Number.isSafeInteger(Number(run)) && Number(run) > 0 ? Number(run) : undefined,
});
