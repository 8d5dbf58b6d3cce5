import { MESSAGE_VIEWS, type MessageView } from '../../../shared/message-statuses';

/** Search parameters of the messages screen. */
export type MessagesSearch = { view?: Exclude<MessageView, 'all'> };

/** Reads the search parameters and ignores invalid ones. */
export function readMessagesSearch({ view }: Record<string, unknown>): MessagesSearch {
  const known = MESSAGE_VIEWS.find((word) => word === view);
  return { view: known === 'all' ? undefined : known };
}
