// Here and not beside the schemas, so that tables have them without zod's weight.

/** The offers of the site (public-site.md §9): 15 % off the first cleaning booked online, 25 dollars for a friend who was sent, and for who sent them. */
export const OFFERS = ['first-online-booking', 'referral-friend', 'referral-reward'] as const;
export type Offer = (typeof OFFERS)[number];
