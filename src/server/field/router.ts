import * as shapes from '../../shared/field';
import { assertAskedForJob, assertOwnComponent, assertOwnJob, assertSelf } from '../dispatch/ownership';
import { memberChanges } from '../session/live-router';
import { checkedFirst, memberProcedure, router } from '../trpc';
import * as jobs from './jobs';
import * as service from './service';

export const fieldRouter = router({
  listAssigned: memberProcedure
    .use(checkedFirst(assertSelf))
    .input(shapes.assignedInput)
    .output(shapes.jobList)
    .query(({ ctx, input }) => jobs.listAssigned(ctx, input)),
  dashboard: memberProcedure
    .use(checkedFirst(assertSelf))
    .input(shapes.memberJobs)
    .output(shapes.fieldDashboard)
    .query(({ ctx, input }) => jobs.getDashboard(ctx, input)),
  respond: memberProcedure
    .use(checkedFirst(assertAskedForJob))
    .input(shapes.jobResponse)
    .output(shapes.jobSchema)
    .mutation(({ ctx, input }) => service.respond(ctx, input)),
  setStatus: memberProcedure
    .use(checkedFirst(assertOwnJob))
    .input(shapes.jobStatusChange)
    .output(shapes.jobSchema)
    .mutation(({ ctx, input }) => service.setJobStatus(ctx, input)),
  addRemark: memberProcedure
    .use(checkedFirst(assertOwnJob))
    .input(shapes.jobRemark)
    .output(shapes.jobSchema)
    .mutation(({ ctx, input }) => service.addRemark(ctx, input)),
  tickComponent: memberProcedure
    .use(checkedFirst(assertOwnComponent))
    .input(shapes.componentTick)
    .output(shapes.jobSchema)
    .mutation(({ ctx, input }) => service.tickComponent(ctx, input)),
  changes: memberProcedure.subscription(memberChanges),
});
