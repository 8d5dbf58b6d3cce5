import { z } from 'zod';
import * as shapes from '../../shared/team';
import { byId, pageInput } from '../../shared/text';
import { adminProcedure, checkedFirst, memberProcedure, publicProcedure, router } from '../trpc';
import * as account from './account';
import * as service from './service';
import * as timeOff from './time-off';

export const teamRouter = router({
  list: adminProcedure
    .input(pageInput)
    .output(shapes.memberList)
    .query(({ ctx, input }) => service.listMembers(ctx, input)),
  listActive: adminProcedure
    .input(pageInput)
    .output(shapes.memberList)
    .query(({ ctx, input }) => service.listActiveMembers(ctx, input)),
  get: adminProcedure
    .input(byId)
    .output(shapes.memberSchema)
    .query(({ ctx, input }) => service.getMember(ctx, input.id)),
  countOpenJobs: adminProcedure
    .input(byId)
    .output(shapes.openJobs)
    .query(({ ctx, input }) => service.countOpenJobs(ctx, input.id)),
  create: adminProcedure
    .input(shapes.memberInput)
    .output(shapes.newMember)
    .mutation(({ ctx, input }) => account.createMember(ctx, input)),
  update: adminProcedure
    .input(shapes.memberChange)
    .output(shapes.changedMember)
    .mutation(({ ctx, input }) => account.updateMember(ctx, input)),
  deactivate: adminProcedure
    .input(byId)
    .output(shapes.deactivatedMember)
    .mutation(({ ctx, input }) => service.deactivateMember(ctx, input.id)),
  resetPassword: adminProcedure
    .input(byId)
    .output(shapes.temporaryPassword)
    .mutation(({ ctx, input }) => account.resetPassword(ctx, input.id)),
  login: publicProcedure
    .input(shapes.memberLogin)
    .output(shapes.memberLoginAnswer)
    .mutation(({ ctx, input }) => account.logInMember(ctx, input)),
  setPassword: memberProcedure
    .use(checkedFirst(account.callingMember))
    .input(shapes.passwordChange)
    .output(z.null())
    .mutation(({ ctx, input }) => account.setPassword(ctx, input)),
  logout: memberProcedure.output(z.null()).mutation(({ ctx }) => account.logOutMember(ctx)),
  me: memberProcedure.output(shapes.ownMember).query(({ ctx }) => account.getOwnMember(ctx)),
  requestTimeOff: memberProcedure
    .use(checkedFirst(account.callingMember))
    .input(shapes.timeOffRequest)
    .output(shapes.timeOffSchema)
    .mutation(({ ctx, input }) => timeOff.requestTimeOff(ctx, input)),
  addTimeOff: adminProcedure
    .input(shapes.timeOffEntry)
    .output(shapes.timeOffSchema)
    .mutation(({ ctx, input }) => timeOff.addTimeOff(ctx, input)),
  listTimeOff: adminProcedure
    .input(shapes.timeOffListInput)
    .output(shapes.timeOffList)
    .query(({ ctx, input }) => timeOff.listTimeOff(ctx, input)),
  myTimeOff: memberProcedure.output(shapes.ownTimeOff).query(({ ctx }) => timeOff.listOwnTimeOff(ctx)),
  decideTimeOff: adminProcedure
    .input(shapes.timeOffDecision)
    .output(shapes.timeOffSchema)
    .mutation(({ ctx, input }) => timeOff.decideTimeOff(ctx, input)),
  removeTimeOff: memberProcedure
    .input(byId)
    .output(z.null())
    .mutation(({ ctx, input }) => timeOff.removeTimeOff(ctx, input.id)),
});
