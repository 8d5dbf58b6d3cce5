import { MESSAGE_VIEWS } from '../../../shared/message-statuses';
import { searchReader, wordParam } from '../../ui/search-params';

export const readMessagesSearch = searchReader({ view: wordParam(MESSAGE_VIEWS.filter((view) => view !== 'all')) });
export type MessagesSearch = ReturnType<typeof readMessagesSearch>;
