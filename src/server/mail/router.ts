import { byPurpose, messageTemplates, templateInput } from '../../shared/message-templates';
import { messageCounts, messageList, messageListInput, messageSchema, testMessage } from '../../shared/messages';
import { byId } from '../../shared/text';
import { adminProcedure, forOffice, limitedOffice, router } from '../trpc';
import * as messages from './messages';
import * as templates from './templates';

export const mailRouter = router({
  list: forOffice.query(messageListInput, messageList, messages.listMessages),
  counts: adminProcedure.output(messageCounts).query(({ ctx }) => messages.countMessages(ctx)),
  sendTest: adminProcedure
    .input(testMessage)
    .use(limitedOffice('mail'))
    .output(messageSchema)
    .mutation(({ ctx, input }) => messages.sendTest(ctx, input)),
  markSent: forOffice.mutation(byId, messageSchema, messages.markSent),
  saveTemplate: forOffice.mutation(templateInput, messageTemplates, templates.saveTemplate),
  resetTemplate: forOffice.mutation(byPurpose, messageTemplates, templates.resetTemplate),
});
