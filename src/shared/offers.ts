import { z } from 'zod';
import { FIRST_BOOKING_RATE, OFFERS, type Offer, REFERRAL_CENTS } from './offer-terms';
import { applyRate } from './store-sums';
import { idSchema, optionalLine, requiredLine } from './text';

/** Capitals and digits without those that are read as another: no 0 and O, no 1, I and L. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 7;
const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);

export const offerQuestion = z.object({ ref: optionalLine(60) });
/** What a visitor may get off their first booking online; nobody is named. */
export const offeredWhenBooking = z.object({ offers: z.array(z.enum(['first-online-booking', 'referral-friend'])) });

export const byInvoice = z.object({ invoiceId: idSchema });
export const offerGrant = byInvoice.extend({
  offer: z.enum(OFFERS, `Please choose an offer: ${OFFERS.join(', ')}.`),
  /** The friend that a line of the two for friends is for. */
  referralId: idSchema.nullish(),
});
export const offerRemoval = offerGrant.extend({ reason: requiredLine(400) });
const invoiceOfferSchema = z.object({
  offer: z.enum(OFFERS),
  referralId: z.int().nullable(),
  description: z.string(),
  reason: z.string(),
  /** What it takes off: as it stands on the invoice, else as it would now. */
  amount: z.string(),
  isGranted: z.boolean(),
  /** Why the owner removed it; it is not added again by itself. */
  removedReason: z.string().nullable(),
});
export type InvoiceOffer = z.output<typeof invoiceOfferSchema>;
/** The offers that an invoice may have; `refusal` says why none can be added now. */
export const invoiceOffers = z.object({ rows: z.array(invoiceOfferSchema), refusal: z.string().nullable() });

/** `void`: the booking came to nothing, or the friend turned out to be the referrer. */
const REWARD_STATES = ['waiting', 'earned', 'granted', 'void'] as const;
export type RewardState = (typeof REWARD_STATES)[number];
const referredFriendSchema = z.object({
  id: z.int(),
  name: z.string(),
  bookingId: z.int(),
  bookedAt: z.string(),
  state: z.enum(REWARD_STATES),
  /** The referrer's invoice that has the reward. */
  invoice: z.object({ id: z.int(), invoiceNumber: z.string() }).nullable(),
});
export type ReferredFriend = z.output<typeof referredFriendSchema>;
export const byClient = z.object({ clientId: idSchema });
export const friendListInput = byClient.extend({ limit: z.int().min(1).max(100).default(10), cursor: idSchema.nullish() });
export const friendList = z.object({
  code: z.string().nullable(),
  /** What the client hands on: the site with their code. */
  link: z.string().nullable(),
  friends: z.int(),
  rows: z.array(referredFriendSchema),
  /** The newest bookings with the code whose friend is the client, so that they earn nothing. */
  refused: z.array(z.object({ bookingId: z.int(), name: z.string(), bookedAt: z.string() })),
  nextCursor: z.int().nullable(),
});
export type FriendList = z.output<typeof friendList>;
export const referralCode = z.object({ code: z.string(), link: z.string() });

/** A client's code out of a `ref`, however it was typed; undefined for anything else, such as the common "customer". */
export function codeIn(ref: string | null | undefined): string | undefined {
  const code = ref?.trim().toUpperCase() ?? '';
  return CODE.test(code) ? code : undefined;
}

/**
 * Cents that an offer takes off: 15 % of all that is charged, rounded half up, or $25; never more than `leftCents`, what the
 * offers beside it have left.
 */
export const offerCents = (offer: Offer, { chargedCents, leftCents }: { chargedCents: number; leftCents: number }): number =>
  Math.max(0, Math.min(leftCents, offer === 'first-online-booking' ? applyRate(chargedCents, FIRST_BOOKING_RATE) : REFERRAL_CENTS));
