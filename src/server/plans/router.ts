import * as shapes from '../../shared/plans-schemas';
import { adminProcedure, forOffice, router } from '../trpc';
import * as changes from './changes';
import { generateVisits } from './generation';
import { previewPlan } from './preview';
import * as service from './service';

export const plansRouter = router({
  list: forOffice.query(shapes.planListInput, shapes.planList, service.listPlans),
  get: forOffice.query(shapes.byPlan, shapes.planSchema, (ctx, { id }) => service.getPlan(ctx, id)),
  preview: forOffice.query(shapes.planPreviewInput, shapes.planPreview, previewPlan),
  create: forOffice.mutation(shapes.planInput, shapes.planSchema, (ctx, input) => service.createPlan(ctx, input)),
  edit: forOffice.mutation(shapes.planEdit, shapes.planEffect, changes.editPlan),
  skip: forOffice.mutation(shapes.planDay, shapes.planSchema, changes.skipVisit),
  unskip: forOffice.mutation(shapes.planDay, shapes.planSchema, changes.unskipVisit),
  pause: forOffice.mutation(shapes.planPause, shapes.planSchema, changes.pausePlan),
  resume: forOffice.mutation(shapes.byPlan, shapes.planSchema, changes.resumePlan),
  end: forOffice.mutation(shapes.planEnd, shapes.planSchema, changes.endPlan),
  generate: adminProcedure.output(shapes.generationReport).mutation(({ ctx }) => generateVisits(ctx)),
});
