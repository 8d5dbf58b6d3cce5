import { MESSAGE_VIEWS } from '../../../shared/message-statuses';
import { idParam, searchReader, wordParam } from '../../ui/search-params';

/** Reads the search parameters of the messages; `message` opens one, `client` the conversation with a client. */
export const readMessagesSearch = searchReader({
  message: idParam,
  client: idParam,
  view: wordParam([...MESSAGE_VIEWS.filter((view) => view !== 'all'), 'conversations']),
});
export type MessagesSearch = ReturnType<typeof readMessagesSearch>;
