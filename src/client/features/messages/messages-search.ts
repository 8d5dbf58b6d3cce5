import { MESSAGE_VIEWS, type MessageView } from '../../../shared/message-words';

/** What the address of the messages screen says. */
export type MessagesSearch = { view?: Exclude<MessageView, 'all'> };

/** The same out of an address that anybody may have typed. */
export function readMessagesSearch({ view }: Record<string, unknown>): MessagesSearch {
  const known = MESSAGE_VIEWS.find((word) => word === view);
  return { view: known === 'all' ? undefined : known };
}
