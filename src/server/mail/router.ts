import { byPurpose, messageTemplates, templateInput } from '../../shared/message-templates';
import { messageCounts, messageList, messageListInput, messageSchema, testMessage } from '../../shared/messages';
import { byId } from '../../shared/text';
import { adminProcedure, limitedOffice, router } from '../trpc';
import * as messages from './messages';
import * as templates from './templates';

export const mailRouter = router({
  list: adminProcedure
    .input(messageListInput)
    .output(messageList)
    .query(({ ctx, input }) => messages.listMessages(ctx, input)),
  counts: adminProcedure.output(messageCounts).query(({ ctx }) => messages.countMessages(ctx)),
  sendTest: adminProcedure
    .input(testMessage)
    .use(limitedOffice('mail'))
    .output(messageSchema)
    .mutation(({ ctx, input }) => messages.sendTest(ctx, input)),
  markSent: adminProcedure
    .input(byId)
    .output(messageSchema)
    .mutation(({ ctx, input }) => messages.markSent(ctx, input)),
  saveTemplate: adminProcedure
    .input(templateInput)
    .output(messageTemplates)
    .mutation(({ ctx, input }) => templates.saveTemplate(ctx, input)),
  resetTemplate: adminProcedure
    .input(byPurpose)
    .output(messageTemplates)
    .mutation(({ ctx, input }) => templates.resetTemplate(ctx, input)),
});
