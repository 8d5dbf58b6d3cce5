import { z } from 'zod';
import { optionalEmail } from './money-fields';
import { FIRST_BOOKING_RATE, OFFERS, type Offer, REFERRAL_CENTS } from './offer-terms';
import { applyRate } from './store-sums';
import { idSchema, optionalLine, optionalPhone, requiredLine } from './text';

/** Capitals and digits without the ones that look alike: 0 and O, 1, I and L. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 7;
const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);

export const offerQuestion = z.object({ ref: optionalLine(60) });
/** The offers for a visitor's first online booking, without the name of the referrer. */
export const offeredWhenBooking = z.object({ offers: z.array(z.enum(['first-online-booking', 'referral-friend'])) });

export const byInvoice = z.object({ invoiceId: idSchema });
export const offerGrant = byInvoice.extend({
  offer: z.enum(OFFERS, `Please choose an offer: ${OFFERS.join(', ')}.`),
  /** The referral, for the two offers that reward one. */
  referralId: idSchema.nullish(),
});
type NamedOffer = { offer: Offer; referralId?: unknown };
/** Returns a predicate that matches the same offer for the same referral. */
export const isSameOffer = (one: NamedOffer) => (other: NamedOffer) =>
  one.offer === other.offer && (one.referralId ?? null) === (other.referralId ?? null);

export const offerRemoval = offerGrant.extend({ reason: requiredLine(400) });
const invoiceOfferSchema = z.object({
  offer: z.enum(OFFERS),
  referralId: z.int().nullable(),
  description: z.string(),
  reason: z.string(),
  /** The amount that it takes off the invoice, or would take off now. */
  amount: z.string(),
  isGranted: z.boolean(),
  /** The owner's reason for removing it; a removed offer is not added again automatically. */
  removedReason: z.string().nullable(),
});
export type InvoiceOffer = z.output<typeof invoiceOfferSchema>;
/** The offers of an invoice; `refusal` is the reason why no offer can be added now. */
export const invoiceOffers = z.object({ rows: z.array(invoiceOfferSchema), refusal: z.string().nullable() });

/** The job and the customer of an invoice that is not made yet. */
export const promiseQuestion = z.object({
  workOrderId: idSchema.nullish(),
  bookingId: idSchema.nullish(),
  customerEmail: optionalEmail,
  customerPhone: optionalPhone,
});
const promisedOfferSchema = invoiceOfferSchema.pick({ offer: true, referralId: true, description: true, reason: true });
export type PromisedOffer = z.output<typeof promisedOfferSchema>;
/** The offers that are added to a new invoice automatically, in the order in which they are taken off. */
export const promiseList = z.object({ rows: z.array(promisedOfferSchema) });

/** A reward is `void` if the booking was cancelled or missed, or if the friend is the referrer. */
const REWARD_STATES = ['waiting', 'earned', 'granted', 'void'] as const;
export type RewardState = (typeof REWARD_STATES)[number];
const referredFriendSchema = z.object({
  id: z.int(),
  name: z.string(),
  bookingId: z.int(),
  bookedAt: z.string(),
  state: z.enum(REWARD_STATES),
  /** The referrer's invoice with the reward. */
  invoice: z.object({ id: z.int(), invoiceNumber: z.string() }).nullable(),
});
export type ReferredFriend = z.output<typeof referredFriendSchema>;
export const byClient = z.object({ clientId: idSchema });
export const friendListInput = byClient.extend({ limit: z.int().min(1).max(100).default(10), cursor: idSchema.nullish() });
export const friendList = z.object({
  code: z.string().nullable(),
  /** The link to the site with the client's code, to pass on to friends. */
  link: z.string().nullable(),
  friends: z.int(),
  rows: z.array(referredFriendSchema),
  /** The newest bookings that clients made with their own code, which earn nothing. */
  refused: z.array(z.object({ bookingId: z.int(), name: z.string(), bookedAt: z.string() })),
  nextCursor: z.int().nullable(),
});
export type FriendList = z.output<typeof friendList>;
export const referralCode = z.object({ code: z.string(), link: z.string() });

/** Returns the client's code in a `ref`, in any case; undefined for anything else, such as the common "customer". */
export function parseReferralCode(ref: string | null | undefined): string | undefined {
  const code = ref?.trim().toUpperCase() ?? '';
  return CODE.test(code) ? code : undefined;
}

/**
 * Returns how many cents an offer takes off: 15 % of the whole charge, rounded half up, or $25; never more than `leftCents`, which
 * is what the other offers left.
 */
export const offerCents = (offer: Offer, { chargedCents, leftCents }: { chargedCents: number; leftCents: number }): number =>
  Math.max(0, Math.min(leftCents, offer === 'first-online-booking' ? applyRate(chargedCents, FIRST_BOOKING_RATE) : REFERRAL_CENTS));

/** Returns whether an offer is added to an invoice automatically: a referrer's reward waits for an invoice with room for all of it. */
export const hasRoomFor = (offer: Offer, cents: number): boolean => (offer === 'referral-reward' ? cents >= REFERRAL_CENTS : cents > 0);

/** Returns the promised offers that are added to a new invoice and how many cents each takes off, one after another. */
export function pricePromises<One extends { offer: Offer }>(promises: readonly One[], chargedCents: number): (One & { cents: number })[] {
  let leftCents = chargedCents;
  return promises.flatMap((promise) => {
    const cents = offerCents(promise.offer, { chargedCents, leftCents });
    if (!hasRoomFor(promise.offer, cents)) return [];
    leftCents -= cents;
    return [{ ...promise, cents }];
  });
}
