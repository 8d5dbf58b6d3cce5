import * as shapes from '../../shared/plans-schemas';
import { adminProcedure, forOffice, router } from '../trpc';
import { generateVisits } from './generation';
import { previewPlan } from './preview';
import * as service from './service';

export const plansRouter = router({
  list: forOffice.query(shapes.planListInput, shapes.planList, service.listPlans),
  get: forOffice.query(shapes.byPlan, shapes.planSchema, (ctx, { id }) => service.getPlan(ctx, id)),
  preview: forOffice.query(shapes.planPreviewInput, shapes.planPreview, previewPlan),
  create: forOffice.mutation(shapes.planInput, shapes.planSchema, (ctx, input) => service.createPlan(ctx, input)),
  generate: adminProcedure.output(shapes.generationReport).mutation(({ ctx }) => generateVisits(ctx)),
});
