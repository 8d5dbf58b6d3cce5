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
import { adminProcedure, forOffice, router } from '../trpc';
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
  workers: forOffice.query(byDashboard, workerList, service.listWorkers),
  setWorkerEnabled: forOffice.mutation(workerSwitch, workerSchema, service.setWorkerEnabled),
  runNow: forOffice.mutation(byWorker, runSchema, scheduler.runNow),
  runs: forOffice.query(runListInput, runList, service.listRuns),
  listOpportunities: forOffice.query(opportunityListInput, opportunityList, opportunities.listOpportunities),
  getOpportunity: forOffice.query(byId, opportunitySchema, opportunities.getOpportunity),
  setOpportunityStatus: forOffice.mutation(opportunityChange, opportunitySchema, opportunities.setOpportunityStatus),
  draftProposal: forOffice.mutation(byId, opportunitySchema, draftProposal),
});
