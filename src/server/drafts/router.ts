import { draftChange, messageSchema, rewriteAnswer, rewriting } from '../../shared/messages';
import { byId } from '../../shared/text';
import { editDraft } from '../mail/drafts';
import { adminProcedure, forOffice, router } from '../trpc';
import { canRewrite, rewriteDraft } from './rewriting';
import * as service from './service';

export const draftsRouterWith = (hooks: service.DraftHooks) =>
  router({
    edit: forOffice.mutation(draftChange, messageSchema, editDraft),
    approve: forOffice.mutation(byId, messageSchema, (ctx, input) => service.approve(ctx, input, hooks)),
    discard: forOffice.mutation(byId, messageSchema, (ctx, input) => service.discard(ctx, input, hooks)),
    retry: forOffice.mutation(byId, messageSchema, (ctx, input) => service.retry(ctx, input, hooks)),
    rewriting: adminProcedure.output(rewriting).query(({ ctx }) => canRewrite(ctx)),
    rewrite: forOffice.mutation(byId, rewriteAnswer, rewriteDraft),
  });
