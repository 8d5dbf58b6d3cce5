import { z } from 'zod';
import { adminList, adminReset, adminWithPassword, locksReleased, newAdmin } from '../../shared/admins';
import { loginAnswer, loginInput, whoAmI } from '../../shared/session';
import { byId } from '../../shared/text';
import { adminProcedure, memberProcedure, publicProcedure, router } from '../trpc';
import * as admins from './admins';
import * as service from './service';

export const sessionRouter = router({
  login: publicProcedure
    .input(loginInput)
    .output(loginAnswer)
    .mutation(({ ctx, input }) => service.logInAdmin(ctx, input)),
  logout: adminProcedure.output(z.null()).mutation(({ ctx }) => service.logOut(ctx)),
  current: memberProcedure.output(whoAmI).query(({ ctx }) => service.getSession(ctx)),
});

export const adminsRouter = router({
  list: adminProcedure.output(adminList).query(({ ctx }) => admins.listAdmins(ctx)),
  add: adminProcedure
    .input(newAdmin)
    .output(adminWithPassword)
    .mutation(({ ctx, input }) => admins.addAdmin(ctx, input)),
  resetPassword: adminProcedure
    .input(adminReset)
    .output(adminWithPassword)
    .mutation(({ ctx, input }) => admins.resetAdminPassword(ctx, input)),
  remove: adminProcedure
    .input(byId)
    .output(z.null())
    .mutation(({ ctx, input }) => admins.removeAdmin(ctx, input.id)),
  releaseLocks: adminProcedure
    .input(byId)
    .output(locksReleased)
    .mutation(({ ctx, input }) => admins.releaseLocks(ctx, input.id)),
});
