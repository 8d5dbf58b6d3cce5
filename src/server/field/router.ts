import * as shapes from '../../shared/field';
import { assertAskedForJob, assertOwnComponent, assertOwnJob, assertSelf } from '../dispatch/ownership';
import { memberChanges } from '../session/live-router';
import { forMembersIf, memberProcedure, router } from '../trpc';
import * as jobs from './jobs';
import * as service from './service';

export const fieldRouter = router({
  listAssigned: forMembersIf(assertSelf).query(shapes.assignedInput, shapes.jobList, jobs.listAssigned),
  dashboard: forMembersIf(assertSelf).query(shapes.memberJobs, shapes.fieldDashboard, jobs.getDashboard),
  respond: forMembersIf(assertAskedForJob).mutation(shapes.jobResponse, shapes.jobSchema, service.respond),
  setStatus: forMembersIf(assertOwnJob).mutation(shapes.jobStatusChange, shapes.jobSchema, service.setJobStatus),
  addRemark: forMembersIf(assertOwnJob).mutation(shapes.jobRemark, shapes.jobSchema, service.addRemark),
  tickComponent: forMembersIf(assertOwnComponent).mutation(shapes.componentTick, shapes.jobSchema, service.tickComponent),
  changes: memberProcedure.subscription(memberChanges),
});
