import * as shapes from '../../shared/plans-schemas';
import { adminProcedure, forOffice, router } from '../trpc';
import { acceptPlan, type LinkJob } from './acceptance';
import * as changes from './changes';
import { getPlanFigures } from './figures';
import { previewPlan } from './preview';
import * as service from './service';
import { generateVisits } from './visits/nightly';

export const plansRouterWith = (linkJob: LinkJob) =>
  router({
    list: forOffice.query(shapes.planListInput, shapes.planList, service.listPlans),
    get: forOffice.query(shapes.byPlan, shapes.planSchema, (ctx, { id }) => service.getPlan(ctx, id)),
    figures: adminProcedure.output(shapes.planFigures).query(({ ctx }) => getPlanFigures(ctx)),
    preview: forOffice.query(shapes.planPreviewInput, shapes.planPreview, previewPlan),
    create: forOffice.mutation(shapes.planInput, shapes.planSchema, (ctx, input) => service.createPlan(ctx, input)),
    edit: forOffice.mutation(shapes.planEdit, shapes.planEffect, changes.editPlan),
    skip: forOffice.mutation(shapes.planDay, shapes.planSchema, changes.skipVisit),
    unskip: forOffice.mutation(shapes.planDay, shapes.planSchema, changes.unskipVisit),
    pause: forOffice.mutation(shapes.planPause, shapes.planSchema, changes.pausePlan),
    resume: forOffice.mutation(shapes.byPlan, shapes.planSchema, changes.resumePlan),
    end: forOffice.mutation(shapes.planEnd, shapes.planSchema, changes.endPlan),
    accept: forOffice.mutation(shapes.planAcceptance, shapes.planSchema, (ctx, input) => acceptPlan(ctx, input, linkJob)),
    generate: adminProcedure.output(shapes.generationReport).mutation(({ ctx }) => generateVisits(ctx)),
  });
