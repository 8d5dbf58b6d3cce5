import { z } from 'zod';
import { loginAnswer, loginInput, whoAmI } from '../../shared/session';
import { adminProcedure, memberProcedure, publicProcedure, router } from '../trpc';
import * as service from './service';

export const sessionRouter = router({
  login: publicProcedure
    .input(loginInput)
    .output(loginAnswer)
    .mutation(({ ctx, input }) => service.logInAdmin(ctx, input)),
  logout: adminProcedure.output(z.null()).mutation(({ ctx }) => service.logOut(ctx)),
  current: memberProcedure.output(whoAmI).query(({ ctx }) => service.getSession(ctx)),
});
