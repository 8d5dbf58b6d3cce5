import {
  aiFigures,
  aiStatus,
  byDashboard,
  byWorker,
  canaanFigures,
  canaanStatus,
  opportunityChange,
  opportunityList,
  opportunityListInput,
  opportunitySchema,
  runList,
  runListInput,
  runSchema,
  workerList,
  workerSchema,
  workerSwitch,
} from '../../shared/automation-schemas';
import { byId } from '../../shared/text';
import { adminProcedure, router } from '../trpc';
import { draftProposal } from './development/proposals';
import * as opportunities from './opportunities';
import * as scheduler from './scheduler';
import * as service from './service';

export const automationRouter = router({
  aiStatus: adminProcedure.output(aiStatus).query(({ ctx }) => service.getAiStatus(ctx)),
  startAi: adminProcedure.output(aiStatus).mutation(({ ctx }) => service.switchAi(ctx, true)),
  stopAi: adminProcedure.output(aiStatus).mutation(({ ctx }) => service.switchAi(ctx, false)),
  aiFigures: adminProcedure.output(aiFigures).query(({ ctx }) => service.getAiFigures(ctx)),
  canaanStatus: adminProcedure.output(canaanStatus).query(({ ctx }) => service.getCanaanStatus(ctx)),
  startCanaan: adminProcedure.output(canaanStatus).mutation(({ ctx }) => service.switchCanaan(ctx, true)),
  stopCanaan: adminProcedure.output(canaanStatus).mutation(({ ctx }) => service.switchCanaan(ctx, false)),
  canaanFigures: adminProcedure.output(canaanFigures).query(({ ctx }) => service.getCanaanFigures(ctx)),
  workers: adminProcedure
    .input(byDashboard)
    .output(workerList)
    .query(({ ctx, input }) => service.listWorkers(ctx, input)),
  setWorkerEnabled: adminProcedure
    .input(workerSwitch)
    .output(workerSchema)
    .mutation(({ ctx, input }) => service.setWorkerEnabled(ctx, input)),
  runNow: adminProcedure
    .input(byWorker)
    .output(runSchema)
    .mutation(({ ctx, input }) => scheduler.runNow(ctx, input)),
  runs: adminProcedure
    .input(runListInput)
    .output(runList)
    .query(({ ctx, input }) => service.listRuns(ctx, input)),
  listOpportunities: adminProcedure
    .input(opportunityListInput)
    .output(opportunityList)
    .query(({ ctx, input }) => opportunities.listOpportunities(ctx, input)),
  getOpportunity: adminProcedure
    .input(byId)
    .output(opportunitySchema)
    .query(({ ctx, input }) => opportunities.getOpportunity(ctx, input)),
  setOpportunityStatus: adminProcedure
    .input(opportunityChange)
    .output(opportunitySchema)
    .mutation(({ ctx, input }) => opportunities.setOpportunityStatus(ctx, input)),
  draftProposal: adminProcedure
    .input(byId)
    .output(opportunitySchema)
    .mutation(({ ctx, input }) => draftProposal(ctx, input)),
});
