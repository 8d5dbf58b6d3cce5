import { byPurpose, messageTemplates, templateInput } from '../../shared/message-templates';
import { messageCounts, messageList, messageListInput, messageSchema, testMessage } from '../../shared/messages';
import { byId } from '../../shared/text';
import { adminProcedure, forOffice, limitedOffice, router } from '../trpc';
import * as service from './service';
import * as templates from './templates';

export const mailRouter = router({
  list: forOffice.query(messageListInput, messageList, service.listMessages),
  get: forOffice.query(byId, messageSchema, service.getMessage),
  counts: adminProcedure.output(messageCounts).query(({ ctx }) => service.countMessages(ctx)),
  sendTest: adminProcedure
    .input(testMessage)
    .use(limitedOffice('mail'))
    .output(messageSchema)
    .mutation(({ ctx, input }) => service.sendTest(ctx, input)),
  markSent: forOffice.mutation(byId, messageSchema, service.markSent),
  saveTemplate: forOffice.mutation(templateInput, messageTemplates, templates.saveTemplate),
  resetTemplate: forOffice.mutation(byPurpose, messageTemplates, templates.resetTemplate),
});
