import * as shapes from '../../shared/invoices-schemas';
import { byId, pageInput } from '../../shared/text';
import { adminProcedure, limitedOffice, router } from '../trpc';
import { creditNoteProcedures } from './credit-notes-router';
import * as details from './details';
import { jobProcedures } from './jobs-router';
import * as mailing from './mailing';
import * as payments from './payments';
import * as reading from './reading';
import * as receipts from './receipts';
import * as service from './service';
import * as voiding from './voiding';

export const invoicesRouter = router({
  list: adminProcedure
    .input(shapes.invoiceListInput)
    .output(shapes.invoiceList)
    .query(({ ctx, input }) => reading.listInvoices(ctx, input)),
  listAll: adminProcedure
    .input(pageInput)
    .output(shapes.invoiceList)
    .query(({ ctx, input }) => reading.listAllInvoices(ctx, input)),
  get: adminProcedure
    .input(byId)
    .output(shapes.invoiceDetails)
    .query(({ ctx, input }) => details.getInvoice(ctx, input.id)),
  summary: adminProcedure.output(shapes.invoiceSummary).query(({ ctx }) => reading.summarizeInvoices(ctx)),
  nextNumbers: adminProcedure.output(shapes.nextNumbers).query(({ ctx }) => reading.getNextNumbers(ctx)),
  create: adminProcedure
    .input(shapes.invoiceInput)
    .output(shapes.invoiceSchema)
    .mutation(({ ctx, input }) => service.createInvoice(ctx, input)),
  ...jobProcedures,
  update: adminProcedure
    .input(shapes.invoiceChange)
    .output(shapes.invoiceSchema)
    .mutation(({ ctx, input }) => service.updateInvoice(ctx, input)),
  recordPayment: adminProcedure
    .input(shapes.paymentInput)
    .output(shapes.invoiceDetails)
    .mutation(({ ctx, input }) => payments.recordPayment(ctx, input)),
  email: adminProcedure
    .input(shapes.invoiceMailing)
    .use(limitedOffice('mail'))
    .output(shapes.mailed)
    .mutation(({ ctx, input }) => mailing.emailInvoice(ctx, input)),
  markHandedOver: adminProcedure
    .input(shapes.handOver)
    .output(shapes.invoiceDetails)
    .mutation(({ ctx, input }) => mailing.markHandedOver(ctx, input)),
  delete: adminProcedure
    .input(byId)
    .output(shapes.deletion)
    .mutation(({ ctx, input }) => voiding.deleteInvoice(ctx, input)),
  bin: adminProcedure
    .input(pageInput)
    .output(shapes.invoiceList)
    .query(({ ctx, input }) => reading.listBin(ctx, input)),
  restore: adminProcedure
    .input(byId)
    .output(shapes.invoiceSchema)
    .mutation(({ ctx, input }) => voiding.restoreInvoice(ctx, input)),
  listReceipts: adminProcedure
    .input(shapes.receiptListInput)
    .output(shapes.receiptList)
    .query(({ ctx, input }) => receipts.listReceipts(ctx, input)),
  listAllReceipts: adminProcedure
    .input(pageInput)
    .output(shapes.receiptList)
    .query(({ ctx, input }) => receipts.listAllReceipts(ctx, input)),
  getReceipt: adminProcedure
    .input(byId)
    .output(shapes.receiptSchema)
    .query(({ ctx, input }) => receipts.getReceipt(ctx, input.id)),
  receiptSummary: adminProcedure.output(shapes.receiptSummary).query(({ ctx }) => receipts.summarizeReceipts(ctx)),
  createReceipt: adminProcedure
    .input(shapes.receiptInput)
    .output(shapes.receiptSchema)
    .mutation(({ ctx, input }) => payments.createReceipt(ctx, input)),
  deleteReceipt: adminProcedure
    .input(byId)
    .output(shapes.deletion)
    .mutation(({ ctx, input }) => voiding.voidReceipt(ctx, input)),
  ...creditNoteProcedures,
  emailReceipt: adminProcedure
    .input(shapes.receiptMailing)
    .use(limitedOffice('mail'))
    .output(shapes.mailed)
    .mutation(({ ctx, input }) => mailing.emailReceipt(ctx, input)),
});
