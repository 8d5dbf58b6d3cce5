import { MESSAGE_VIEWS, type MessageView } from '../../../shared/message-statuses';

export type MessagesSearch = { view?: Exclude<MessageView, 'all'> };

export function readMessagesSearch({ view }: Record<string, unknown>): MessagesSearch {
  const known = MESSAGE_VIEWS.find((word) => word === view);
  return { view: known === 'all' ? undefined : known };
}
