import { messageList, messageSchema } from '../../shared/messages';
import { byId, pageInput } from '../../shared/text';
import { adminProcedure, router } from '../trpc';
import * as outbox from './outbox';

export const mailRouter = router({
  list: adminProcedure
    .input(pageInput)
    .output(messageList)
    .query(({ ctx, input }) => outbox.listMessages(ctx, input)),
  retry: adminProcedure
    .input(byId)
    .output(messageSchema)
    .mutation(({ ctx, input }) => outbox.retryMessage(ctx, input)),
});
