import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../../../server/router';
import {
  type Booked,
  bookingSubmission,
  type ManagedBooking,
  manageCancel,
  type Slot,
  toWholeMinutes,
} from '../../../shared/booking-schemas';
import { toIssues } from '../../../shared/text';
import type { Sender } from '../../ui/public/public-form';
import { attemptReference } from './booking-attempt';
import { readReferral } from './referral';

type Values = Record<string, unknown>;

/** Formats the estimated cost for sending: a decimal string, "0" if empty. */
export const toAmount = (typed: unknown): string => String(typed ?? '').trim() || '0';

const text = (value: unknown) => String(value ?? '');

function toSubmission(slot: Slot, values: Values) {
  const filledInMs = Number(values.filledInMs);
  return {
    slotId: slot.id,
    serviceType: slot.serviceType,
    clientName: text(values.clientName),
    clientPhone: text(values.clientPhone),
    clientEmail: text(values.clientEmail),
    clientAddress: text(values.clientAddress),
    estimatedDuration: toWholeMinutes(values.estimatedDuration) ?? 0,
    totalAmount: toAmount(values.totalAmount),
    specialRequests: text(values.specialRequests),
    bookingReference: attemptReference(slot.id),
    ref: readReferral(),
    website: text(values.website),
    ...(Number.isFinite(filledInMs) && { filledInMs }),
  };
}

export const bookingSender = (client: TRPCClient<AppRouter>, slot: Slot): Sender<Booked> => ({
  findIssues: (values) => toIssues(bookingSubmission.safeParse(toSubmission(slot, values)).error),
  send: (values) => client.booking.book.mutate(toSubmission(slot, values)),
});

export const cancelSender = (client: TRPCClient<AppRouter>, token: string): Sender<ManagedBooking> => ({
  findIssues: ({ reason }) => toIssues(manageCancel.safeParse({ token, reason }).error),
  send: ({ reason }) => client.booking.cancelManaged.mutate({ token, reason: text(reason) }),
});
