import type { Company } from './company';
import type { Testimonial } from './website';

/**
 * The texts of the landing page. It says 5+ years of experience and the company profile says 8+; both are intended. These
 * numbers are advertising and are never used in a dashboard.
 */
export const landingText = {
  headline: 'Flawless Cleaning, Every Time',
  lead: (city: string) =>
    `Homes, offices, clinics and short stays in ${city} and across BC. Ask for a free quote, or pick a window and book it now.`,
  crew: {
    title: 'You will know us by the green',
    text: 'Our team arrives on time, in uniform and with a name badge. Trained, insured and vetted people, and the same faces each visit wherever we can.',
  },
  figures: [
    ['500+', 'happy clients'],
    ['5+', 'years of experience'],
    ['100%', 'satisfaction'],
    ['24/7', 'emergency'],
  ],
  services: [
    {
      name: 'Residential',
      text: 'Weekly, every two weeks, or once before the guests come.',
      features: ['Kitchens and bathrooms', 'Floors, dust and glass', 'Move-in and move-out', 'Short-term rental turnovers'],
    },
    {
      name: 'Commercial',
      text: 'Offices, clinics and schools, outside your opening hours.',
      features: ['Daily or weekly service', 'Touch-point disinfection', 'Restocking supplies', 'One contact, one invoice'],
    },
    {
      name: 'Specialty',
      text: 'Carpets, windows, after-build and emergencies.',
      features: ['Carpet and upholstery', 'Windows inside and out', 'Post-construction cleaning', 'Day and night call-out'],
    },
  ],
  trust: [
    ['Insured & Bonded', 'Every visit is covered, and everyone we send is bonded.'],
    ['Eco-Friendly', 'Products that are kind to children, pets and septic fields.'],
    ['Flexible Scheduling', 'Mornings, evenings and weekends, and moved when life moves.'],
    ['Satisfaction Guaranteed', 'Not right? Tell us within a day and we come back for it.'],
  ],
  headings: {
    services: 'Three ways we leave a place better than we found it',
    about: 'Neighbours first, cleaners second',
    testimonials: 'What people say when we have left',
  },
  contact: {
    title: 'Get your free quote',
    text: 'Tell us what needs cleaning. A person reads every request and replies within 24 hours.',
  },
  supplies: (city: string) => ({
    title: 'The supplies our own crews use',
    text: `Detergents, tools and protective gear, delivered in the ${city} area in 1 to 3 business days.`,
  }),
  story: ({ shortName, city }: Pick<Company, 'shortName' | 'city'>) => [
    `${shortName} began with one van, two vacuums and a list of neighbours in ${city} who wanted their Saturdays back.`,
    'Today the same people clean homes, offices and clinics from the Thompson valley to the coast. We still answer our own phone, we still send the same faces to the same doors, and we still check the corners.',
  ],
  director: {
    name: 'Rowan Sage',
    role: 'Director',
    quote: 'A clean room is a quiet promise: somebody thought of you before you came in.',
    text: 'Rowan leads the crew, walks every new job before it is quoted, and is the voice you hear when you call the emergency line.',
  },
  referral: { amount: '$25 off', text: 'for you and for your friend, when your friend books.' },
} as const;

/** The reviews until the owner edits them in Settings. */
export const STARTER_TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Maria S.',
    role: 'Homeowner, Sahali',
    rating: 5,
    source: null,
    date: null,
    text: 'They noticed the baseboards before I did. Two years on, the same two people still come, and the dog still loves them.',
  },
  {
    name: 'Dr. Alan P.',
    role: 'Dental clinic, downtown',
    rating: 5,
    source: null,
    date: null,
    text: 'In after six, out before seven, and every surface is ready for the first patient. Our inspector asked who we use.',
  },
  {
    name: 'Priya K.',
    role: 'Short-term rental host, Sun Peaks',
    rating: 5,
    source: null,
    date: null,
    text: 'Four turnovers on one Sunday and not one message from a guest. That is all I ever wanted.',
  },
  {
    name: 'Jon & Eve T.',
    role: 'Moved out in Brocklehurst',
    rating: 5,
    source: null,
    date: null,
    text: 'We got the whole deposit back. The oven looked better than when we moved in.',
  },
  {
    name: 'Colleen R.',
    role: 'Property manager',
    rating: 5,
    source: null,
    date: null,
    text: 'A pipe burst at two in the morning. They were there before three, and dry by breakfast.',
  },
];
