import { type BookingServiceType, getStartTime, TIME_WINDOWS, type TimeWindow } from '../../shared/booking';
import { timeRefusal, windowBounds } from '../../shared/booking-times';
import { addDays } from '../../shared/calendar-day';
import type { Frequency } from '../../shared/plans';
import { businessDay, businessTime } from '../../shared/time';
import { setBookingStatus } from '../booking/manage';
import { book, getBooking } from '../booking/service';
import { joinWaitlist, leaveWaitlist } from '../booking/waitlist';
import { findSlots, listSlots } from '../calendar/service';
import { changeSlots } from '../calendar/slot-changes';
import type { Ctx } from '../context';
import { getWorkOrder } from '../dispatch/work-orders';
import { getSettings } from '../settings/service';
import { setClock, toInstant } from './clock';
import { carryOut, type Done, type Stage } from './jobs';
import { type People, VISITORS } from './people';

type Wish = {
  /** The booked day and window; for today one of those that have not begun. */
  days: number;
  window: TimeWindow | number;
  service: BookingServiceType;
  dollars: number;
  /** The progress of the job, or a cancelled booking. */
  stage: Stage;
  client: keyof typeof VISITORS;
  /** Interval of a plan that the office is yet to accept. */
  frequency?: Frequency;
  requests?: string;
};
/** Oldest first: three completed, two today, and three next week of which one is cancelled. */
const WISHES: Wish[] = [
  { days: -33, window: '10:00-12:00', service: 'residential', dollars: 165, stage: 'finalized', client: 'maria' },
  {
    days: -17,
    window: '12:00-14:00',
    service: 'window-cleaning',
    dollars: 140,
    stage: 'finalized',
    client: 'bella',
    requests: 'The upper windows too, there is a ladder in the shed.',
  },
  { days: -5, window: '14:00-16:00', service: 'deep-cleaning', dollars: 310, stage: 'complete', client: 'owen' },
  {
    days: 0,
    window: 0,
    service: 'residential',
    dollars: 150,
    stage: 'accepted',
    client: 'priya',
    requests: 'Please text instead of ringing.',
  },
  { days: 0, window: 1, service: 'carpet-cleaning', dollars: 189, stage: 'unassigned', client: 'hassan' },
  { days: 7, window: '08:00-10:00', service: 'commercial', dollars: 220, stage: 'accepted', client: 'dental' },
  { days: 8, window: '10:00-12:00', service: 'deep-cleaning', dollars: 295, stage: 'cancelled', client: 'freya' },
  {
    days: 9,
    window: '16:00-18:00',
    service: 'residential',
    dollars: 170,
    stage: 'unassigned',
    client: 'louis',
    requests: 'Key under the flower pot.',
    frequency: '2weeks',
  },
];
/** Days between making a booking and its visit. */
const LEAD_DAYS = 10;

function chooseWindow(ctx: Ctx, { window }: Wish): TimeWindow {
  if (typeof window !== 'number') return window;
  const ahead = TIME_WINDOWS.filter((one) => getStartTime(one) > businessTime(ctx.now()));
  return ahead[window] ?? '18:00-20:00';
}

/** Books as a visitor would if the owner's settings allow the window, and takes the job to its stage. Returns the job if it is done. */
function makeBooking(ctx: Ctx, wish: Wish, teamMemberId: number): Done | undefined {
  const { days, service: serviceType, dollars, stage, requests: specialRequests = null } = wish;
  const [clientName, clientEmail, clientPhone, clientAddress] = VISITORS[wish.client];
  const window = { date: addDays(businessDay(ctx.now()), days), timeSlot: chooseWindow(ctx, wish) };
  const visitor = setClock(ctx, toInstant(ctx, { days: days - LEAD_DAYS, time: '19:20' }), 0, { kind: 'visitor' });
  const slot = listSlots(visitor, { date: window.date, limit: 100 }).rows.find(
    (one) =>
      one.serviceType === serviceType && one.timeSlot === window.timeSlot && one.isAvailable && one.currentBookings < one.maxBookings,
  );
  if (!slot) return undefined;
  const client = { clientName, clientEmail, clientPhone, clientAddress };
  const job = {
    serviceType,
    specialRequests,
    estimatedDuration: 120,
    totalAmount: dollars * 100,
    frequency: wish.frequency ?? ('once' as const),
  };
  const { id } = book({ ...visitor, limits: { enabled: false } }, { slotId: slot.id, ...client, ...job, ref: null });
  const [start, end] = windowBounds(window);
  if (stage === 'cancelled') {
    const reason = 'The client is away that week.';
    setBookingStatus(setClock(ctx, visitor.now().toISOString(), 720), { id, status: 'cancelled', reason, confirm: false });
    return undefined;
  }
  const { workOrderId } = getBooking(ctx, id);
  const done =
    workOrderId === null ? undefined : carryOut(ctx, getWorkOrder(ctx, workOrderId), { start, stage, teamMemberId, minutes: 115 });
  if (days < 0) setBookingStatus(setClock(ctx, end), { id, status: 'completed', reason: null, confirm: true });
  return done && { ...done, priceCents: dollars * 100 };
}

/** The people who wait for a place of next week's last window, in their order; the first one has left the list since. */
const WAITERS = ['ines', 'nora', 'tom'] as const;

/** Limits a window to its bookings and puts people on its waitlist, if the owner's settings allow the window. */
function makeWaitlist(ctx: Ctx): void {
  const window = { date: addDays(businessDay(ctx.now()), 9), timeSlot: '16:00-18:00', serviceType: 'residential' } as const;
  if (timeRefusal(window, getSettings(ctx), ctx.now()) !== undefined) return;
  const slot = findSlots(ctx, window.date).find((one) => one.serviceType === window.serviceType && one.timeSlot === window.timeSlot);
  changeSlots(ctx, { ...window, maxBookings: slot?.currentBookings ?? 0, reason: null });
  const visitor: Ctx = { ...ctx, actor: { kind: 'visitor' } };
  const tokens = WAITERS.map((name) => {
    const [clientName, clientEmail, clientPhone, clientAddress] = VISITORS[name];
    return joinWaitlist(visitor, { ...window, clientName, clientEmail, clientPhone, clientAddress }).token;
  });
  leaveWaitlist(visitor, { token: tokens[0] ?? '' });
}

/** Makes the online bookings and the waitlist, and returns the jobs that are done. */
export function makeBookings(ctx: Ctx, { members }: People): Done[] {
  const done = WISHES.flatMap((wish, place) => makeBooking(ctx, wish, members[(place + 2) % members.length] ?? 0) ?? []);
  makeWaitlist(ctx);
  return done;
}
