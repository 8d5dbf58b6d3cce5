import type { BookingServiceType } from './booking';
import type { QUOTE_SERVICE_TYPES } from './quotes';

export type ServicePackage = {
  id: string;
  name: string;
  description: string;
  /** Whole dollars. */
  price: number;
  duration: string;
  /** The longest duration, for the booking. */
  minutes: number;
  features: readonly string[];
  isPopular: boolean;
  /** The service that "Book Now" carries into the booking. */
  bookingService: BookingServiceType;
  /** The service that "Get Quote" presets in the quote form. */
  quoteService: (typeof QUOTE_SERVICE_TYPES)[number];
};

/** The fixed-price packages of the marketplace. */
export const SERVICE_PACKAGES: readonly ServicePackage[] = [
  {
    id: 'basic-home',
    name: 'Basic Home Cleaning',
    description: 'The regular visit that keeps a home easy to live in.',
    price: 89,
    duration: '2-3 hours',
    minutes: 180,
    bookingService: 'residential',
    features: ['Kitchen and bathrooms', 'Dusting in every room', 'Floors vacuumed and mopped', 'Bins emptied'],
    isPopular: false,
    quoteService: 'residential',
  },
  {
    id: 'deep-clean',
    name: 'Deep Clean Premium',
    description: 'Top to bottom, with the corners a weekly visit has no time for.',
    price: 149,
    duration: '4-6 hours',
    minutes: 360,
    bookingService: 'deep-cleaning',
    features: [
      'Everything in Basic Home',
      'Inside oven and fridge',
      'Baseboards, doors and switches',
      'Tile and grout scrubbed',
      'Inside windows',
    ],
    isPopular: true,
    quoteService: 'residential',
  },
  {
    id: 'commercial-office',
    name: 'Commercial Office',
    description: 'Outside your opening hours, so that Monday begins fresh.',
    price: 199,
    duration: '3-5 hours',
    minutes: 300,
    bookingService: 'commercial',
    features: ['Desks and meeting rooms', 'Kitchen and washrooms', 'Touch points disinfected', 'Recycling and waste taken out'],
    isPopular: false,
    quoteService: 'commercial',
  },
  {
    id: 'move-in-out',
    name: 'Move-in/Move-out',
    description: 'An empty home, ready for the next key.',
    price: 249,
    duration: '6-8 hours',
    minutes: 480,
    bookingService: 'deep-cleaning',
    features: [
      'Everything in Deep Clean',
      'Inside all cupboards and closets',
      'Walls spot-cleaned',
      'Light fixtures and vents',
      'Checklist for your landlord',
    ],
    isPopular: true,
    quoteService: 'residential',
  },
];
