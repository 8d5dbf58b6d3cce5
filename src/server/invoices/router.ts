import type { z } from 'zod';
import * as shapes from '../../shared/invoices-schemas';
import { byId, pageInput } from '../../shared/text';
import { adminProcedure, forOffice, limitedOffice, router } from '../trpc';
import * as billing from './billing';
import * as details from './details';
import * as mailing from './mailing';
import * as cardRefunds from './payments/card-refunds';
import * as creditNotes from './payments/credit-notes';
import * as payments from './payments/payments';
import * as receipts from './payments/receipts';
import * as reminders from './payments/reminders';
import * as reading from './reading';
import * as service from './service';
import * as sources from './sources';
import * as voiding from './voiding';

/** Parses the input before it counts the call, so that a malformed call does not use up the limit. */
const mailProcedure = <Input extends z.ZodType>(input: Input) =>
  adminProcedure.input(input).use(limitedOffice('mail')).output(shapes.mailed);

const bulkMailProcedure = adminProcedure
  .input(shapes.mailedIds)
  .use(limitedOffice<z.output<typeof shapes.mailedIds>>('mail', ({ ids }) => ids.length));

export const invoicesRouterWith = (release: voiding.ReleaseTransfer) =>
  router({
    list: forOffice.query(shapes.invoiceListInput, shapes.invoiceList, reading.listInvoices),
    listAll: forOffice.query(pageInput, shapes.allInvoices, reading.listAllInvoices),
    get: forOffice.query(byId, shapes.invoiceDetails, (ctx, { id }) => details.getInvoice(ctx, id)),
    summary: adminProcedure.output(shapes.invoiceSummary).query(({ ctx }) => reading.summarizeInvoices(ctx)),
    nextNumbers: adminProcedure.output(shapes.nextNumbers).query(({ ctx }) => reading.getNextNumbers(ctx)),
    create: forOffice.mutation(shapes.invoiceInput, shapes.invoiceSchema, service.createInvoice),
    createFromWorkOrder: forOffice.mutation(shapes.invoiceFromWorkOrder, shapes.invoiceSchema, sources.createFromWorkOrder),
    createFromBooking: forOffice.mutation(shapes.invoiceFromBooking, shapes.invoiceSchema, sources.createFromBooking),
    forJob: forOffice.query(shapes.byJob, shapes.jobInvoice, billing.getJobInvoice),
    update: forOffice.mutation(shapes.invoiceChange, shapes.invoiceSchema, service.updateInvoice),
    recordPayment: forOffice.mutation(shapes.paymentInput, shapes.invoiceDetails, payments.recordPayment),
    email: mailProcedure(shapes.invoiceMailing).mutation(({ ctx, input }) => mailing.emailInvoice(ctx, input)),
    remind: mailProcedure(byId).mutation(({ ctx, input }) => reminders.remind(ctx, input)),
    markHandedOver: forOffice.mutation(shapes.handOver, shapes.invoiceDetails, mailing.markHandedOver),
    delete: forOffice.mutation(byId, shapes.deletion, voiding.deleteInvoice),
    changeInBulk: forOffice.change(shapes.invoiceSteps, service.changeInvoices),
    emailInBulk: bulkMailProcedure.mutation(({ ctx, input }) => mailing.emailInvoices(ctx, input)),
    bin: forOffice.query(pageInput, shapes.allInvoices, reading.listBin),
    restore: forOffice.mutation(shapes.restoration, shapes.invoiceSchema, voiding.restoreInvoice),
    listReceipts: forOffice.query(shapes.receiptListInput, shapes.receiptList, receipts.listReceipts),
    listAllReceipts: forOffice.query(pageInput, shapes.allReceipts, receipts.listAllReceipts),
    getReceipt: forOffice.query(byId, shapes.receiptSchema, (ctx, { id }) => receipts.getReceipt(ctx, id)),
    receiptSummary: adminProcedure.output(shapes.receiptSummary).query(({ ctx }) => receipts.summarizeReceipts(ctx)),
    createReceipt: forOffice.mutation(shapes.receiptInput, shapes.receiptSchema, cardRefunds.createReceiptWithRefund),
    deleteReceipt: forOffice.mutation(byId, shapes.deletion, (ctx, input) => voiding.voidReceipt(ctx, input, release)),
    emailReceipt: mailProcedure(shapes.receiptMailing).mutation(({ ctx, input }) => mailing.emailReceipt(ctx, input)),
    deleteReceiptsInBulk: forOffice.change(shapes.documentIds, (ctx, input) => voiding.voidReceipts(ctx, input, release)),
    emailReceiptsInBulk: bulkMailProcedure.mutation(({ ctx, input }) => mailing.emailReceipts(ctx, input)),
    createCreditNote: forOffice.mutation(shapes.creditNoteInput, shapes.creditNoteSchema, creditNotes.createCreditNote),
    listCreditNotes: forOffice.query(shapes.creditNoteListInput, shapes.creditNoteList, creditNotes.listCreditNotes),
    getCreditNote: forOffice.query(byId, shapes.creditNoteSchema, (ctx, { id }) => creditNotes.getCreditNote(ctx, id)),
    emailCreditNote: mailProcedure(shapes.creditNoteMailing).mutation(({ ctx, input }) => mailing.emailCreditNote(ctx, input)),
  });
