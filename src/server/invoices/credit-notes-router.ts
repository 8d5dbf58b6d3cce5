import * as shapes from '../../shared/invoices-schemas';
import { byId } from '../../shared/text';
import { adminProcedure, forOffice, limitedOffice } from '../trpc';
import * as creditNotes from './credit-notes';
import * as mailing from './mailing';

export const creditNoteProcedures = {
  createCreditNote: forOffice.mutation(shapes.creditNoteInput, shapes.creditNoteSchema, creditNotes.createCreditNote),
  listCreditNotes: forOffice.query(shapes.creditNoteListInput, shapes.creditNoteList, creditNotes.listCreditNotes),
  getCreditNote: forOffice.query(byId, shapes.creditNoteSchema, (ctx, { id }) => creditNotes.getCreditNote(ctx, id)),
  emailCreditNote: adminProcedure
    .input(shapes.creditNoteMailing)
    .use(limitedOffice('mail'))
    .output(shapes.mailed)
    .mutation(({ ctx, input }) => mailing.emailCreditNote(ctx, input)),
};
