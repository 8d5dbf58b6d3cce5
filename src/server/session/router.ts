import { z } from 'zod';
import { adminList, adminReset, adminWithPassword, locksReleased, newAdmin } from '../../shared/admins';
import { loginAnswer, loginInput, whoAmI } from '../../shared/session-schemas';
import { byId } from '../../shared/text';
import { adminProcedure, forOffice, memberProcedure, publicProcedure, router } from '../trpc';
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
  add: forOffice.mutation(newAdmin, adminWithPassword, admins.addAdmin),
  resetPassword: forOffice.mutation(adminReset, adminWithPassword, admins.resetAdminPassword),
  remove: forOffice.mutation(byId, z.null(), (ctx, { id }) => admins.removeAdmin(ctx, id)),
  releaseLocks: forOffice.mutation(byId, locksReleased, (ctx, { id }) => admins.releaseLocks(ctx, id)),
});
