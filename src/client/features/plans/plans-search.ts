import { PLAN_STATUSES } from '../../../shared/plans';
import { flagParam, idParam, searchReader, wordParam } from '../../ui/search-params';

/** Reads the search parameters of the plans; `new` opens the form of a new plan, `edit` that of `plan`, both for `client` if it is set. */
export const readPlansSearch = searchReader({
  plan: idParam,
  edit: flagParam,
  new: flagParam,
  client: idParam,
  status: wordParam(PLAN_STATUSES),
});
export type PlansSearch = ReturnType<typeof readPlansSearch>;
