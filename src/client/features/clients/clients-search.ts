import { CLIENT_STATUSES } from '../../../shared/client-status';
import { idParam, searchReader, wordParam, wordsParam } from '../../ui/search-params';

export const readClientsSearch = searchReader({ client: idParam, status: wordParam(CLIENT_STATUSES), q: wordsParam() });
export type ClientsSearch = ReturnType<typeof readClientsSearch>;
