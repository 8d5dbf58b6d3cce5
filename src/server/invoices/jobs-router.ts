import * as shapes from '../../shared/invoices-schemas';
import { forOffice } from '../trpc';
import * as billing from './billing';
import * as sources from './sources';

export const jobProcedures = {
  createFromWorkOrder: forOffice.mutation(shapes.ofWorkOrder, shapes.invoiceSchema, sources.createFromWorkOrder),
  createFromBooking: forOffice.mutation(shapes.ofBooking, shapes.invoiceSchema, sources.createFromBooking),
  forJob: forOffice.query(shapes.byJob, shapes.jobInvoice, billing.getJobInvoice),
};
