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
} from '../../shared/booking-schemas';
import { bookingWithInvoice } from '../../shared/booking-with-invoice';
import { byId, pageInput } from '../../shared/text';
import * as closures from '../calendar/closed-days';
import * as calendar from '../calendar/service';
import { adminProcedure, assertFilledByPerson, checked, limited, limitedMisses, publicProcedure, router } from '../trpc';

import * as manage from './manage';
import * as service from './service';

export const bookingRouter = router({
  listSlots: publicProcedure
    .input(slotQuery)
    .output(slotList)
    .query(({ ctx, input }) => calendar.listSlots(ctx, input)),
  book: publicProcedure
    .input(bookingSubmission)
    .use(checked(assertFilledByPerson))
    .use(limited('booking', service.isBooked))
    .output(bookedSchema)
    .mutation(({ ctx, input }) => service.book(ctx, input)),
  getManaged: publicProcedure
    .input(byManageToken)
    .use(limitedMisses('manageMiss'))
    .output(managedBookingSchema)
    .query(({ ctx, input }) => manage.getManaged(ctx, input.token)),
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
  calendar: adminProcedure
    .input(calendarInput)
    .output(bookingCalendar)
    .query(({ ctx, input }) => calendar.getCalendar(ctx, input)),
  search: adminProcedure
    .input(bookingSearch)
    .output(staffBookingList)
    .query(({ ctx, input }) => service.searchBookings(ctx, input)),
  toConvert: adminProcedure
    .input(pageInput)
    .output(staffBookingList)
    .query(({ ctx, input }) => calendar.listToConvert(ctx, input)),
  get: adminProcedure
    .input(byId)
    .output(bookingWithInvoice)
    .query(({ ctx, input }) => service.getBooking(ctx, input.id)),
  setStatus: adminProcedure
    .input(bookingStatusChange)
    .output(staffBookingSchema)
    .mutation(({ ctx, input }) => manage.setBookingStatus(ctx, input)),
  move: adminProcedure
    .input(bookingMove)
    .output(staffBookingSchema)
    .mutation(({ ctx, input }) => manage.moveBooking(ctx, input)),
  createWorkOrder: adminProcedure
    .input(byId)
    .output(staffBookingSchema)
    .mutation(({ ctx, input }) => service.createBookingWorkOrder(ctx, input.id)),
  closedDays: adminProcedure.output(closedDayList).query(({ ctx }) => closures.listClosedDays(ctx)),
  closeDay: adminProcedure
    .input(dayClosing)
    .output(closedDayList)
    .mutation(({ ctx, input }) => closures.closeDay(ctx, input)),
  openDay: adminProcedure
    .input(byDay)
    .output(closedDayList)
    .mutation(({ ctx, input }) => closures.openDay(ctx, input)),
  changeSlots: adminProcedure
    .input(slotChange)
    .output(slotList)
    .mutation(({ ctx, input }) => calendar.changeSlots(ctx, input)),
});
