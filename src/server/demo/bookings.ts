import { type BookingServiceType, getStartTime, TIME_WINDOWS, type TimeWindow } from '../../shared/booking';
import { windowBounds } from '../../shared/booking-schemas';
import { addDays } from '../../shared/calendar-day';
import { businessDay, businessTime } from '../../shared/time';
import { setBookingStatus } from '../booking/manage';
import { book, getBooking } from '../booking/service';
import { listSlots } from '../calendar/service';
import type { Ctx } from '../context';
import { getWorkOrder } from '../dispatch/work-orders';
import { setClock, toInstant } from './clock';
import { carryOut, type Done, type Stage } from './jobs';
import type { People } from './people';

type Client = [name: string, email: string, phone: string, address: string];
const CLIENTS = {
  maria: ['Maria Santos', 'client1@example.com', '(250) 555-0150', '12 Seymour St, Kamloops, BC'],
  bella: ['Bella Fontaine', 'bella.fontaine@example.com', '(250) 555-0190', '233 Lorne St, Kamloops, BC'],
  owen: ['Owen Clarke', 'owen.clarke@example.com', '(250) 555-0191', '1702 Voght St, Merritt, BC'],
  priya: ['Priya Sharma', 'client6@example.com', '(250) 555-0155', '910 Battle St, Kamloops, BC'],
  hassan: ['Hassan Rahimi', 'hassan.rahimi@example.com', '(250) 555-0192', '1188 Sixth Ave, Kamloops, BC'],
  dental: ['Thompson Dental Clinic', 'client2@example.com', '(250) 555-0151', '340 Victoria St, Kamloops, BC'],
  freya: ['Freya Jensen', 'freya.jensen@example.com', '(250) 555-0193', '1340 Alpine Rd, Sun Peaks, BC'],
  louis: ['Louis Gagnon', 'louis.gagnon@example.com', '(250) 555-0194', '4655 Barriere Town Rd, Barriere, BC'],
} satisfies Record<string, Client>;

/** The booked day and window (for today one of those that have not begun), and the progress of the job or a cancelled booking. */
type Wish = [
  days: number,
  window: TimeWindow | number,
  service: BookingServiceType,
  dollars: number,
  stage: Stage,
  who: keyof typeof CLIENTS,
  requests?: string,
];
/** Oldest first: three completed, two today, and three next week of which one is cancelled. */
const WISHES: Wish[] = [
  [-33, '10:00-12:00', 'residential', 165, 'finalized', 'maria'],
  [-17, '12:00-14:00', 'window-cleaning', 140, 'finalized', 'bella', 'The upper windows too, there is a ladder in the shed.'],
  [-5, '14:00-16:00', 'deep-cleaning', 310, 'complete', 'owen'],
  [0, 0, 'residential', 150, 'accepted', 'priya', 'Please text instead of ringing.'],
  [0, 1, 'carpet-cleaning', 189, 'unassigned', 'hassan'],
  [7, '08:00-10:00', 'commercial', 220, 'accepted', 'dental'],
  [8, '10:00-12:00', 'deep-cleaning', 295, 'cancelled', 'freya'],
  [9, '16:00-18:00', 'residential', 170, 'unassigned', 'louis', 'Key under the flower pot.'],
];
/** Days between making a booking and its visit. */
const LEAD_DAYS = 10;

function chooseWindow(ctx: Ctx, window: TimeWindow | number): TimeWindow {
  if (typeof window !== 'number') return window;
  const ahead = TIME_WINDOWS.filter((one) => getStartTime(one) > businessTime(ctx.now()));
  return ahead[window] ?? '18:00-20:00';
}

/** Books as a visitor would if the owner's settings allow the window, and takes the job to its stage. Returns the job if it is done. */
function makeBooking(ctx: Ctx, wish: Wish, teamMemberId: number): Done | undefined {
  const [days, wished, serviceType, dollars, stage, who, specialRequests = null] = wish;
  const [clientName, clientEmail, clientPhone, clientAddress] = CLIENTS[who];
  const window = { date: addDays(businessDay(ctx.now()), days), timeSlot: chooseWindow(ctx, wished) };
  const visitor = setClock(ctx, toInstant(ctx, { days: days - LEAD_DAYS, time: '19:20' }), 0, { kind: 'visitor' });
  const slot = listSlots(visitor, { date: window.date, limit: 100 }).rows.find(
    (one) =>
      one.serviceType === serviceType && one.timeSlot === window.timeSlot && one.isAvailable && one.currentBookings < one.maxBookings,
  );
  if (!slot) return undefined;
  const client = { clientName, clientEmail, clientPhone, clientAddress };
  const job = { serviceType, specialRequests, estimatedDuration: 120, totalAmount: dollars * 100 };
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

/** Makes the online bookings and returns the jobs that are done. */
export const makeBookings = (ctx: Ctx, { members }: People): Done[] =>
  WISHES.flatMap((wish, place) => makeBooking(ctx, wish, members[(place + 2) % members.length] ?? 0) ?? []);
