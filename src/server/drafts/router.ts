import { draftChange, messageSchema, rewriteAnswer, rewriting } from '../../shared/messages';
import { byId } from '../../shared/text';
import { discardDraft, editDraft } from '../mail/drafts';
import { adminProcedure, router } from '../trpc';
import { canRewrite, rewriteDraft } from './rewriting';
import * as service from './service';

export const draftsRouter = router({
  edit: adminProcedure
    .input(draftChange)
    .output(messageSchema)
    .mutation(({ ctx, input }) => editDraft(ctx, input)),
  approve: adminProcedure
    .input(byId)
    .output(messageSchema)
    .mutation(({ ctx, input }) => service.approve(ctx, input)),
  discard: adminProcedure
    .input(byId)
    .output(messageSchema)
    .mutation(({ ctx, input }) => discardDraft(ctx, input)),
  retry: adminProcedure
    .input(byId)
    .output(messageSchema)
    .mutation(({ ctx, input }) => service.retry(ctx, input)),
  rewriting: adminProcedure.output(rewriting).query(({ ctx }) => canRewrite(ctx)),
  rewrite: adminProcedure
    .input(byId)
    .output(rewriteAnswer)
    .mutation(({ ctx, input }) => rewriteDraft(ctx, input)),
});
