import { MESSAGE_VIEWS } from '../../../shared/message-statuses';
import { idParam, searchReader, wordParam } from '../../ui/search-params';

/** Reads the search parameters of the messages; `message` opens one. */
export const readMessagesSearch = searchReader({
  message: idParam,
  view: wordParam(MESSAGE_VIEWS.filter((view) => view !== 'all')),
});
export type MessagesSearch = ReturnType<typeof readMessagesSearch>;
