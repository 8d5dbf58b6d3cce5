import * as shapes from '../../shared/conversations';
import { forOffice, router } from '../trpc';
import * as service from './service';

export const conversationsRouter = router({
  list: forOffice.query(shapes.conversationListInput, shapes.conversationList, service.listConversations),
  get: forOffice.query(shapes.conversationInput, shapes.clientMessages, service.getConversation),
  send: forOffice.mutation(shapes.messageToClient, shapes.messageSent, service.sendMessage),
  markRead: forOffice.mutation(shapes.byClient, shapes.messagesRead, service.markConversationRead),
});
