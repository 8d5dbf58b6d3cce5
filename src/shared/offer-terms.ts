// Separate from the schemas so that tables and public pages can import it without zod.

/** Offers: 15% off the first cleaning booked online, $25 off for a referred friend, and $25 off for the client who referred them. */
export const OFFERS = ['first-online-booking', 'referral-friend', 'referral-reward'] as const;
export type Offer = (typeof OFFERS)[number];

/** Basis points of the subtotal before tax. */
export const FIRST_BOOKING_RATE = 1500;
export const REFERRAL_CENTS = 2500;

/** The first offer as pages and messages announce it. */
export const ONLINE_OFFER = { amount: '15% off', text: 'your first cleaning when you book online' };
/** The text of each offer on an invoice line. */
export const OFFER_LINES: Record<Offer, string> = {
  'first-online-booking': '15% off first cleaning booked online',
  'referral-friend': '$25 off, sent by a friend',
  'referral-reward': '$25 for sending a friend',
};
/** The text of each offer in the booking dialog. */
export const OFFERS_WHEN_BOOKING: Record<Exclude<Offer, 'referral-reward'>, string> = {
  'first-online-booking': '15% off your first cleaning booked online',
  'referral-friend': 'A friend sent you: $25 off, after your cleaning the same for them',
};

/** The `ref` of the landing page's referral link, which belongs to no particular client. */
export const GENERIC_REFERRAL_CODE = 'customer';
