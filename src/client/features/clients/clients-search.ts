import { CLIENT_STATUSES } from '../../../shared/client-status';
import { CLIENT_ORDERS } from '../../../shared/clients';
import { sortInput } from '../../../shared/page';
import { flagParam, idParam, searchReader, wordParam, wordsParam } from '../../ui/search-params';

/** Reads the search parameters of the clients; `plan` opens the form of a new job for `client`, and `new` that of a new client. */
export const readClientsSearch = searchReader({
  client: idParam,
  plan: flagParam,
  new: flagParam,
  status: wordParam(CLIENT_STATUSES),
  q: wordsParam(),
  sort: sortInput(...CLIENT_ORDERS).catch(undefined),
});
export type ClientsSearch = ReturnType<typeof readClientsSearch>;
