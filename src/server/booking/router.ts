import { shareCommit } from '../../../db/commit-group';
import {
  bookedSchema,
  bookingCalendar,
  bookingMove,
  bookingSearch,
  bookingStatusChange,
  bookingSubmission,
  byDay,
  byManageToken,
  calendarInput,
  closedDayList,
  dayClosing,
  manageCancel,
  managedBookingSchema,
  manageMove,
  slotChange,
  slotList,
  slotQuery,
  staffBookingList,
  staffBookingSchema,
  staffWaitlist,
  waitlistEntrySchema,
  waitlistPage,
  waitlistSubmission,
  waitlistToken,
} from '../../shared/booking-schemas';
import { bookingWithInvoice } from '../../shared/booking-with-invoice';
import { byId, pageInput } from '../../shared/text';
import { listToConvert } from '../calendar/booking-lists';
import { getCalendarFor, listSlotsFor } from '../calendar/bookings';
import { listClosedDays } from '../calendar/closed-days';
import { changeSlots } from '../calendar/slot-changes';
import * as closures from '../plans/visits/closures';
import {
  adminProcedure,
  assertFilledByPerson,
  checked,
  forOffice,
  limited,
  limitedMisses,
  publicProcedure,
  router,
  sharedProcedure,
} from '../trpc';
import * as manage from './manage';
import * as service from './service';
import * as waitlist from './waitlist';

/** Builds the calls of a link without a login. */
const byLink = publicProcedure.input(byManageToken).use(limitedMisses('manageMiss'));

export const bookingRouter = router({
  listSlots: sharedProcedure
    .input(slotQuery)
    .output(slotList)
    .query(({ ctx, input }) => listSlotsFor(ctx, input)),
  book: publicProcedure
    .input(bookingSubmission)
    .use(checked(assertFilledByPerson))
    .use(limited('booking', service.isBooked))
    .output(bookedSchema)
    .mutation(({ ctx, input }) => shareCommit(ctx.db, () => service.book(ctx, input))),
  getManaged: byLink.output(managedBookingSchema).query(({ ctx, input }) => manage.getManaged(ctx, input.token)),
  moveManaged: publicProcedure
    .input(manageMove)
    .use(limitedMisses('manageMiss'))
    .use(limited('move'))
    .output(managedBookingSchema)
    .mutation(({ ctx, input }) => manage.moveManaged(ctx, input)),
  cancelManaged: publicProcedure
    .input(manageCancel)
    .use(limitedMisses('manageMiss'))
    .output(managedBookingSchema)
    .mutation(({ ctx, input }) => manage.cancelManaged(ctx, input)),
  joinWaitlist: publicProcedure
    .input(waitlistSubmission)
    .use(checked(assertFilledByPerson))
    .use(limited('waitlist', waitlist.isWaiting))
    .output(waitlistToken)
    .mutation(({ ctx, input }) => waitlist.joinWaitlist(ctx, input)),
  getWaitlistEntry: byLink.output(waitlistEntrySchema).query(({ ctx, input }) => waitlist.getWaitlistEntry(ctx, input)),
  acceptOffer: byLink.output(waitlistEntrySchema).mutation(({ ctx, input }) => waitlist.acceptOffer(ctx, input)),
  leaveWaitlist: byLink.output(waitlistEntrySchema).mutation(({ ctx, input }) => waitlist.leaveWaitlist(ctx, input)),
  listWaitlist: forOffice.query(waitlistPage, staffWaitlist, waitlist.listWaitlist),
  calendar: forOffice.query(calendarInput, bookingCalendar, getCalendarFor),
  search: forOffice.query(bookingSearch, staffBookingList, service.searchBookings),
  toConvert: forOffice.query(pageInput, staffBookingList, listToConvert),
  get: forOffice.query(byId, bookingWithInvoice, (ctx, { id }) => service.getBooking(ctx, id)),
  setStatus: forOffice.mutation(bookingStatusChange, staffBookingSchema, manage.setBookingStatus),
  move: forOffice.mutation(bookingMove, staffBookingSchema, manage.moveBooking),
  createWorkOrder: forOffice.mutation(byId, staffBookingSchema, (ctx, { id }) => service.createBookingWorkOrder(ctx, id)),
  closedDays: adminProcedure.output(closedDayList).query(({ ctx }) => listClosedDays(ctx)),
  closeDay: forOffice.mutation(dayClosing, closedDayList, closures.closeDay),
  openDay: forOffice.mutation(byDay, closedDayList, closures.openDay),
  changeSlots: forOffice.mutation(slotChange, slotList, changeSlots),
});
