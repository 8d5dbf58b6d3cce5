import { draftChange, messageSchema, rewriteAnswer, rewriting } from '../../shared/messages';
import { byId } from '../../shared/text';
import { editDraft } from '../mail/drafts';
import { adminProcedure, router } from '../trpc';
import { canRewrite, rewriteDraft } from './rewriting';
import * as service from './service';

export const draftsRouterWith = (hooks: service.DraftHooks) =>
  router({
    edit: adminProcedure
      .input(draftChange)
      .output(messageSchema)
      .mutation(({ ctx, input }) => editDraft(ctx, input)),
    approve: adminProcedure
      .input(byId)
      .output(messageSchema)
      .mutation(({ ctx, input }) => service.approve(ctx, input, hooks)),
    discard: adminProcedure
      .input(byId)
      .output(messageSchema)
      .mutation(({ ctx, input }) => service.discard(ctx, input, hooks)),
    retry: adminProcedure
      .input(byId)
      .output(messageSchema)
      .mutation(({ ctx, input }) => service.retry(ctx, input, hooks)),
    rewriting: adminProcedure.output(rewriting).query(({ ctx }) => canRewrite(ctx)),
    rewrite: adminProcedure
      .input(byId)
      .output(rewriteAnswer)
      .mutation(({ ctx, input }) => rewriteDraft(ctx, input)),
  });
