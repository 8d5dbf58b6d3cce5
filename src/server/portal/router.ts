import { clientMessages, messageSent, messagesRead } from '../../shared/conversations';
import * as shapes from '../../shared/portal-schemas';
import { visitConfirmed } from '../../shared/visits';
import { isBooked } from '../booking/service';
import { clientProcedure, forClients, limited, limitedClient, limitedMisses, publicProcedure, router } from '../trpc';
import * as bookings from './book-again';
import * as details from './details';
import * as documents from './documents';
import * as messages from './messages';
import * as plans from './plans';
import { rateVisit } from './ratings';
import * as service from './service';
import * as signIn from './sign-in';
import * as visits from './visits';

export const portalRouter = router({
  requestLink: publicProcedure
    .meta({ permission: 'public', status: 202 })
    .input(shapes.linkRequest)
    .output(shapes.requested)
    .mutation(({ ctx, input }) => signIn.requestLink(ctx, input)),
  openLink: publicProcedure
    .input(shapes.byLink)
    .use(limitedMisses('manageMiss'))
    .output(shapes.openedLink)
    .mutation(({ ctx, input }) => signIn.openLink(ctx, input)),
  choices: publicProcedure.output(shapes.openedLink).query(({ ctx }) => signIn.listChoices(ctx)),
  choose: publicProcedure
    .input(shapes.choiceInput)
    .output(shapes.clientChoice)
    .mutation(({ ctx, input }) => signIn.chooseClient(ctx, input)),
  home: clientProcedure.output(shapes.portalHome).query(({ ctx }) => service.getHome(ctx)),
  visits: forClients.query(shapes.portalVisitsInput, shapes.portalVisits, visits.listVisits),
  confirmVisit: forClients.mutation(shapes.portalConfirmation, visitConfirmed, visits.confirmVisit),
  rate: forClients.mutation(shapes.ratingInput, shapes.rated, rateVisit),
  plans: clientProcedure.output(shapes.portalPlans).query(({ ctx }) => plans.listPlans(ctx)),
  skipVisit: forClients.mutation(shapes.ownPlanDay, shapes.portalPlan, plans.skipVisit),
  unskipVisit: forClients.mutation(shapes.ownPlanDay, shapes.portalPlan, plans.unskipVisit),
  pausePlan: forClients.mutation(shapes.ownPlanPause, shapes.portalPlan, plans.pausePlan),
  resumePlan: forClients.mutation(shapes.byOwnPlan, shapes.portalPlan, plans.resumePlan),
  requestPlanChange: clientProcedure
    .input(shapes.planChangeRequest)
    .use(limitedClient('clientMessage'))
    .output(messageSent)
    .mutation(({ ctx, input }) => plans.requestPlanChange(ctx, input)),
  quotes: clientProcedure.output(shapes.portalQuotes).query(({ ctx }) => documents.listQuotes(ctx)),
  invoices: forClients.query(shapes.ownPage, shapes.portalInvoices, documents.listInvoices),
  receipts: forClients.query(shapes.ownPage, shapes.portalReceipts, documents.listReceipts),
  bookAgainOptions: forClients.query(shapes.bookAgainChoice, shapes.bookAgainOptions, bookings.getBookAgainOptions),
  bookAgain: clientProcedure
    .input(shapes.bookAgainInput)
    .use(limited('booking', isBooked))
    .output(shapes.bookedAgain)
    .mutation(({ ctx, input }) => bookings.bookAgain(ctx, input)),
  setContact: forClients.mutation(shapes.ownContact, shapes.portalClient, details.setContact),
  setConsents: forClients.mutation(shapes.ownConsents, shapes.portalClient, details.setConsents),
  setAccess: forClients.mutation(shapes.ownAccess, shapes.portalClient, details.setAccess),
  messages: forClients.query(shapes.ownPage, clientMessages, messages.listMessages),
  sendMessage: clientProcedure
    .input(shapes.messageInput)
    .use(limitedClient('clientMessage'))
    .output(messageSent)
    .mutation(({ ctx, input }) => messages.sendMessage(ctx, input)),
  markRead: clientProcedure.output(messagesRead).mutation(({ ctx }) => messages.markRead(ctx)),
  account: clientProcedure.output(shapes.portalAccount).query(({ ctx }) => service.getAccount(ctx)),
  signOut: publicProcedure.output(shapes.ended).mutation(({ ctx }) => signIn.signOut(ctx)),
  signOutEverywhere: clientProcedure.output(shapes.ended).mutation(({ ctx }) => signIn.signOutEverywhere(ctx)),
});
