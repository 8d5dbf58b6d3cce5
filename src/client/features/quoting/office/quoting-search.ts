import { PRICED_QUOTE_STATUSES } from '../../../../shared/quoting';
import { dayParam, flagParam, idParam, searchReader, wordParam } from '../../../ui/search-params';

/**
 * Reads the search parameters of priced quotes on the start page: `view` shows their list instead of the requests, `priced` opens one,
 * `edit` revises it and `send` asks to send it; `write` opens a new one for the request `inquiry` or the client `client`.
 */
export const readQuotingSearch = searchReader({
  view: wordParam(['priced']),
  priced: idParam,
  edit: flagParam,
  send: flagParam,
  write: flagParam,
  inquiry: idParam,
  client: idParam,
  state: wordParam(PRICED_QUOTE_STATUSES),
  from: dayParam,
  to: dayParam,
});
export type QuotingSearch = ReturnType<typeof readQuotingSearch>;
