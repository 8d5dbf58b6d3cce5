import * as shapes from '../../shared/portal-schemas';
import { clientProcedure, limitedMisses, publicProcedure, router } from '../trpc';
import * as service from './service';
import * as signIn from './sign-in';

export const portalRouter = router({
  requestLink: publicProcedure
    .meta({ permission: 'public', status: 202 })
    .input(shapes.linkRequest)
    .output(shapes.requested)
    .mutation(({ ctx, input }) => signIn.requestLink(ctx, input)),
  openLink: publicProcedure
    .input(shapes.byLink)
    .use(limitedMisses('manageMiss'))
    .output(shapes.openedLink)
    .mutation(({ ctx, input }) => signIn.openLink(ctx, input)),
  choose: publicProcedure
    .input(shapes.choiceInput)
    .output(shapes.clientChoice)
    .mutation(({ ctx, input }) => signIn.chooseClient(ctx, input)),
  account: clientProcedure.output(shapes.portalAccount).query(({ ctx }) => service.getAccount(ctx)),
  signOut: publicProcedure.output(shapes.ended).mutation(({ ctx }) => signIn.signOut(ctx)),
  signOutEverywhere: clientProcedure.output(shapes.ended).mutation(({ ctx }) => signIn.signOutEverywhere(ctx)),
});
