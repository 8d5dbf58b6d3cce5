import type { z } from 'zod';
import { BOOKING_SERVICE_TYPES, type BookingServiceType, DEFAULT_BOOKING_MINUTES, SERVICE_NAMES } from '../../shared/booking';
import type { BookingSubmission } from '../../shared/booking-schemas';
import { addDays } from '../../shared/calendar-day';
import { DomainError } from '../../shared/errors';
import { formatKnownCents } from '../../shared/money';
import type { bookAgainChoice, bookAgainInput, bookAgainOptions, bookedAgain } from '../../shared/portal-schemas';
import { formatHours, formatShortDay } from '../../shared/staff-times';
import { businessDay } from '../../shared/time';
import { book } from '../booking/service';
import { readDay } from '../calendar/service';
import { getRow } from '../clients/service';
import type { Ctx, RequestCtx } from '../context';
import { findVisit } from '../visits/visit';
import { callingClient } from './calling-client';
import { findNewestDone, getOwnJob, type OwnJob } from './visits';

/** Free windows that are offered, and the days that are searched for them. */
const OFFERED_SLOTS = 6;
const SEARCHED_DAYS = 42;
const MOST_MINUTES = 1440;

const isBookable = (serviceType: string): serviceType is BookingServiceType =>
  (BOOKING_SERVICE_TYPES as readonly string[]).includes(serviceType);

/** Returns whether the client's newest finished visit can be booked again. */
export function canBookAgain(ctx: Ctx): boolean {
  const job = findNewestDone(ctx);
  return job !== undefined && isBookable(job.serviceType);
}

const getMinutes = ({ estimatedDuration }: OwnJob): number => Math.min(estimatedDuration || DEFAULT_BOOKING_MINUTES, MOST_MINUTES);

type Known = { job: OwnJob; serviceType: BookingServiceType; address: string };
/** Returns a job of the client with its service and address. Throws NOT_FOUND, and CONFLICT for a service that is not booked online. */
function getKnown(ctx: Ctx, workOrderId: number | undefined): Known {
  const job = workOrderId === undefined ? findNewestDone(ctx) : getOwnJob(ctx, workOrderId);
  const visit = job && findVisit(ctx, job.id);
  if (!job || !visit) throw new DomainError('NOT_FOUND', 'There is no visit yet that you could book again.');
  const { serviceType } = job;
  if (!isBookable(serviceType)) throw new DomainError('CONFLICT', 'This service cannot be booked online. Please send us a message.');
  return { job, serviceType, address: visit.address };
}

type Offered = z.output<typeof bookAgainOptions>['slots'];
/** Returns the next free windows for a job like this one. */
function listFreeSlots(ctx: Ctx, { job, serviceType }: Known): Offered {
  const today = businessDay(ctx.now());
  const found: Offered = [];
  for (let days = 0; days <= SEARCHED_DAYS && found.length < OFFERED_SLOTS; days++)
    for (const slot of readDay(ctx, addDays(today, days), { job: { minutes: getMinutes(job), people: 1 } }).slots)
      if (slot.isAvailable && slot.serviceType === serviceType)
        found.push({
          slotId: slot.id,
          date: slot.date,
          timeSlot: slot.timeSlot,
          label: `${formatShortDay(slot.date)}, ${formatHours(slot.timeSlot)}`,
        });
  return found.slice(0, OFFERED_SLOTS);
}

/** Returns what the client would book again, with the next free windows. Throws NOT_FOUND, CONFLICT. */
export function getBookAgainOptions(ctx: Ctx, { workOrderId }: z.output<typeof bookAgainChoice>): z.output<typeof bookAgainOptions> {
  const known = getKnown(ctx, workOrderId);
  const { job, serviceType, address } = known;
  return {
    workOrderId: job.id,
    serviceType,
    serviceName: SERVICE_NAMES[serviceType],
    address,
    price: formatKnownCents(job.totalAmountCents),
    slots: listFreeSlots(ctx, known),
  };
}

type Choice = z.output<typeof bookAgainInput>;
/** Returns the booking form as the client would fill it in. Throws CONFLICT without an e-mail address or a phone number. */
function fillInBooking(ctx: Ctx, { workOrderId, slotId, bookingReference }: Choice): BookingSubmission {
  const { job, serviceType, address } = getKnown(ctx, workOrderId);
  const { name, email, phone } = getRow(ctx, callingClient(ctx));
  if (email === null || phone === null)
    throw new DomainError('CONFLICT', 'Please add your e-mail address and your phone number to your details first.');
  return {
    ...{ slotId, serviceType, bookingReference, clientName: name, clientEmail: email, clientPhone: phone, clientAddress: address },
    ...{ specialRequests: null, estimatedDuration: getMinutes(job), totalAmount: job.totalAmountCents ?? 0 },
    ...{ ref: null, frequency: 'once', estimate: null },
  };
}

/**
 * Books a visit like an earlier one; a repeat of the reference returns the first booking. Throws NOT_FOUND, CONFLICT, UNPROCESSABLE and
 * TOO_MANY as {@link book} does.
 */
export function bookAgain(ctx: RequestCtx, input: Choice): z.output<typeof bookedAgain> {
  const { bookingReference, date, timeSlot } = book(ctx, fillInBooking(ctx, input), callingClient(ctx));
  return { bookingReference, date, timeSlot };
}
