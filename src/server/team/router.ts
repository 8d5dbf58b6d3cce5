import { z } from 'zod';
import * as shapes from '../../shared/team';
import { byId, pageInput } from '../../shared/text';
import { forMembers, forMembersIf, forOffice, memberProcedure, publicProcedure, router } from '../trpc';
import * as account from './account';
import * as hours from './hours';
import * as service from './service';
import * as timeOff from './time-off';

export const teamRouter = router({
  list: forOffice.query(shapes.memberListInput, shapes.memberList, service.listMembers),
  listAll: forOffice.query(pageInput, shapes.allMembers, service.listAllMembers),
  listActive: forOffice.query(pageInput, shapes.allMembers, service.listActiveMembers),
  get: forOffice.query(byId, shapes.memberSchema, (ctx, { id }) => service.getMember(ctx, id)),
  countOpenJobs: forOffice.query(byId, shapes.openJobs, (ctx, { id }) => service.countOpenJobs(ctx, id)),
  create: forOffice.mutation(shapes.memberInput, shapes.newMember, account.createMember),
  update: forOffice.mutation(shapes.memberChange, shapes.changedMember, account.updateMember),
  deactivate: forOffice.mutation(byId, shapes.deactivatedMember, (ctx, { id }) => service.deactivateMember(ctx, id)),
  resetPassword: forOffice.mutation(byId, shapes.temporaryPassword, (ctx, { id }) => account.resetPassword(ctx, id)),
  getHours: forOffice.query(shapes.memberHoursInput, shapes.memberHoursSchema, hours.getHours),
  setHours: forOffice.mutation(shapes.memberHoursChange, shapes.memberHoursSchema, hours.setHours),
  login: publicProcedure
    .input(shapes.memberLogin)
    .output(shapes.memberLoginAnswer)
    .mutation(({ ctx, input }) => account.logInMember(ctx, input)),
  setPassword: forMembersIf(account.callingMember).mutation(shapes.passwordChange, z.null(), account.setPassword),
  logout: memberProcedure.output(z.null()).mutation(({ ctx }) => account.logOutMember(ctx)),
  me: memberProcedure.output(shapes.ownMember).query(({ ctx }) => account.getOwnMember(ctx)),
  requestTimeOff: forMembersIf(account.callingMember).mutation(shapes.timeOffRequest, shapes.timeOffSchema, timeOff.requestTimeOff),
  addTimeOff: forOffice.mutation(shapes.timeOffEntry, shapes.timeOffSchema, timeOff.addTimeOff),
  listTimeOff: forOffice.query(shapes.timeOffListInput, shapes.timeOffList, timeOff.listTimeOff),
  myTimeOff: memberProcedure.output(shapes.ownTimeOff).query(({ ctx }) => timeOff.listOwnTimeOff(ctx)),
  decideTimeOff: forOffice.mutation(shapes.timeOffDecision, shapes.timeOffSchema, timeOff.decideTimeOff),
  removeTimeOff: forMembers.mutation(byId, z.null(), (ctx, { id }) => timeOff.removeTimeOff(ctx, id)),
});
