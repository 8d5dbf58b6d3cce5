// Here and not beside the schemas, so that tables have them without zod's weight.

/** The offers of the site (public-site.md §9): 15 % off the first cleaning booked online, 25 dollars for a friend who was sent, and for who sent them. */
export const OFFERS = ['first-online-booking', 'referral-friend', 'referral-reward'] as const;
export type Offer = (typeof OFFERS)[number];

/** What each takes off, in basis points of the subtotal before tax or in cents. */
export const FIRST_BOOKING_RATE = 1500;
export const REFERRAL_CENTS = 2500;

/** What each is called on the line of an invoice. */
export const OFFER_LINES: Record<Offer, string> = {
  'first-online-booking': '15% off first cleaning booked online',
  'referral-friend': '$25 off, sent by a friend',
  'referral-reward': '$25 for sending a friend',
};
/** What the booking dialog says of those that a visitor may get. */
export const OFFERS_WHEN_BOOKING: Record<Exclude<Offer, 'referral-reward'>, string> = {
  'first-online-booking': '15% off your first cleaning booked online',
  'referral-friend': 'A friend sent you: $25 off, after your cleaning the same for them',
};

/** The `ref` of the link that everybody may copy; it names nobody (public-site.md §2). */
export const GENERIC_REFERRAL_CODE = 'customer';
