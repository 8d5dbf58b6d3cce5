import * as shapes from '../../shared/invoices-schemas';
import { adminProcedure } from '../trpc';
import * as billing from './billing';
import * as sources from './sources';

export const jobProcedures = {
  createFromWorkOrder: adminProcedure
    .input(shapes.ofWorkOrder)
    .output(shapes.invoiceSchema)
    .mutation(({ ctx, input }) => sources.createFromWorkOrder(ctx, input)),
  createFromBooking: adminProcedure
    .input(shapes.ofBooking)
    .output(shapes.invoiceSchema)
    .mutation(({ ctx, input }) => sources.createFromBooking(ctx, input)),
  forJob: adminProcedure
    .input(shapes.byJob)
    .output(shapes.jobInvoice)
    .query(({ ctx, input }) => billing.getJobInvoice(ctx, input)),
};
