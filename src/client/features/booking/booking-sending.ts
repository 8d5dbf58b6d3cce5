import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../../../server/router';
import {
  type Booked,
  bookingSubmission,
  type ManagedBooking,
  manageCancel,
  type Slot,
  toWholeMinutes,
  waitlistSubmission,
} from '../../../shared/booking-schemas';
import { FREQUENCIES } from '../../../shared/plans';
import { toIssues } from '../../../shared/text';
import type { Sender } from '../../ui/public/public-form';
import { attemptReference } from './booking-attempt';
import { readReferral } from './referral';
import type { Rooms } from './wanted-rooms';

type Values = Record<string, unknown>;

/** Formats the estimated cost for sending: a decimal string, "0" if empty. */
export const toAmount = (typed: unknown): string => String(typed ?? '').trim() || '0';

const text = (value: unknown) => String(value ?? '');

function toPerson(values: Values) {
  const filledInMs = Number(values.filledInMs);
  return {
    clientName: text(values.clientName),
    clientPhone: text(values.clientPhone),
    clientEmail: text(values.clientEmail),
    clientAddress: text(values.clientAddress),
    website: text(values.website),
    ...(Number.isFinite(filledInMs) && { filledInMs }),
  };
}

function toSubmission(slot: Slot, values: Values, rooms: Rooms | undefined) {
  return {
    ...toPerson(values),
    slotId: slot.id,
    serviceType: slot.serviceType,
    estimatedDuration: toWholeMinutes(values.estimatedDuration) ?? 0,
    totalAmount: toAmount(values.totalAmount),
    specialRequests: text(values.specialRequests),
    bookingReference: attemptReference(slot.id),
    ref: readReferral(),
    frequency: FREQUENCIES.find((frequency) => frequency === values.frequency),
    ...(rooms && { estimate: rooms }),
    ...(values.smsConsent === 'on' && { smsConsent: true }),
  };
}

export const bookingSender = (client: TRPCClient<AppRouter>, slot: Slot, rooms: Rooms | undefined): Sender<Booked> => ({
  findIssues: (values) => toIssues(bookingSubmission.safeParse(toSubmission(slot, values, rooms)).error),
  send: (values) => client.booking.book.mutate(toSubmission(slot, values, rooms)),
});

const toWaiter = (date: string, values: Values) =>
  waitlistSubmission.safeParse({ ...toPerson(values), date, serviceType: values.serviceType, timeSlot: text(values.timeSlot) || null });

export const waitlistSender = (client: TRPCClient<AppRouter>, date: string): Sender<{ token: string }> => ({
  findIssues: (values) => toIssues(toWaiter(date, values).error),
  send: (values) => client.booking.joinWaitlist.mutate(waitlistSubmission.parse(toWaiter(date, values).data)),
});

export const cancelSender = (client: TRPCClient<AppRouter>, token: string): Sender<ManagedBooking> => ({
  findIssues: ({ reason }) => toIssues(manageCancel.safeParse({ token, reason }).error),
  send: ({ reason }) => client.booking.cancelManaged.mutate({ token, reason: text(reason) }),
});
