import * as shapes from '../../shared/invoices-schemas';
import { byId } from '../../shared/text';
import { adminProcedure, limitedOffice } from '../trpc';
import * as creditNotes from './credit-notes';
import * as mailing from './mailing';

export const creditNoteProcedures = {
  createCreditNote: adminProcedure
    .input(shapes.creditNoteInput)
    .output(shapes.creditNoteSchema)
    .mutation(({ ctx, input }) => creditNotes.createCreditNote(ctx, input)),
  listCreditNotes: adminProcedure
    .input(shapes.creditNoteListInput)
    .output(shapes.creditNoteList)
    .query(({ ctx, input }) => creditNotes.listCreditNotes(ctx, input)),
  getCreditNote: adminProcedure
    .input(byId)
    .output(shapes.creditNoteSchema)
    .query(({ ctx, input }) => creditNotes.getCreditNote(ctx, input.id)),
  emailCreditNote: adminProcedure
    .input(shapes.creditNoteMailing)
    .use(limitedOffice('mail'))
    .output(shapes.mailed)
    .mutation(({ ctx, input }) => mailing.emailCreditNote(ctx, input)),
};
