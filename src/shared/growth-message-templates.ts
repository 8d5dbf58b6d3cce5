import { defineVariables, letter, type MessageTemplate } from './message-text';

const NAME = defineVariables({ customerName: ['The customer’s name', 'Maria Santos'] });
const BOOKING_LINK = defineVariables({ bookingLink: ['Where they book online', 'https://example.com/appointments'] });
const LAST_VISIT = defineVariables({ lastVisit: ['The day of their last cleaning', 'Wednesday, September 2, 2026'] });
const JOB = defineVariables({
  service: ['What was done', 'Residential Cleaning'],
  date: ['The day of it', 'Friday, November 20, 2026'],
});
const REQUEST = defineVariables({
  serviceType: ['What they asked for', 'residential'],
  askedOn: ['The day on which they asked', 'Friday, November 20, 2026'],
});
const FACT = defineVariables({ fact: ['What it rests on, in words', '3 jobs for you in the last 90 days'] });

const BOOK = 'Pick a time that suits you: {{bookingLink}}';

/** Marketing needs consent and carries an unsubscribe link. */
const MARKETING = { to: 'client', marketing: true } as const;

const LEAD_TEMPLATES = {
  'lead-lapsed': {
    name: 'Time for another clean',
    ...MARKETING,
    subject: 'Time for another clean?',
    body: letter(`It has been a while: we last cleaned for you on {{lastVisit}}. If your place could do with a fresh start, we would be glad to come back.

${BOOK}

If you would rather talk first, just answer this message or call {{companyPhone}}.`),
    variables: { ...NAME, ...LAST_VISIT, ...BOOKING_LINK },
  },
  'lead-stale-quote': {
    name: 'Quote without an answer',
    ...MARKETING,
    subject: 'About your request for {{serviceType}} cleaning',
    body: letter(`On {{askedOn}} you asked us about {{serviceType}} cleaning, and nothing is planned yet. We would still like to help.

${BOOK}

If something is unclear, just answer this message or call {{companyPhone}}. We are happy to go through it with you.`),
    variables: { ...NAME, ...REQUEST, ...BOOKING_LINK },
  },
  'lead-cart': {
    name: 'Cart left behind',
    ...MARKETING,
    subject: 'Your cart is still here',
    body: letter(`You left a few things in your cart:

{{items}}

Subtotal: {{subtotal}}

They are waiting for you here: {{storeLink}}`),
    variables: {
      ...NAME,
      items: ['What is in it, a line each', '2 × Squeegee'],
      subtotal: ['What it comes to before tax', '$39.90'],
      storeLink: ['Where the cart is', 'https://example.com/store'],
    },
  },
  'lead-cancelled': {
    name: 'Cancelled, not booked again',
    ...MARKETING,
    subject: 'Shall we find another day?',
    body: letter(`Your {{service}} on {{date}} was cancelled. If you would still like it done, we will gladly find another day.

${BOOK}`),
    variables: { ...NAME, ...JOB, ...BOOKING_LINK },
  },
  'lead-onetime': {
    name: 'After the first clean',
    ...MARKETING,
    subject: 'Shall we come again?',
    body: letter(`We cleaned for you on {{lastVisit}}, and we hope everything still shines. If you would like us to come again, once or regularly, you can book in a minute.

${BOOK}`),
    variables: { ...NAME, ...LAST_VISIT, ...BOOKING_LINK },
  },
} as const satisfies Record<string, MessageTemplate>;

const ENGAGEMENT_TEMPLATES = {
  'review-request': {
    name: 'Review request',
    ...MARKETING,
    subject: 'How did we do?',
    body: letter(`Thank you for having us on {{date}} for your {{service}}. Would you tell others how it was? A few words help us a lot, whatever you thought of it:

{{reviewLink}}

If something was not right, just answer this message, so that we can put it right.`),
    variables: { ...NAME, ...JOB, reviewLink: ['Where they write a review', 'https://example.com/review'] },
  },
  'thank-you': {
    name: 'Thank you',
    ...MARKETING,
    subject: 'Thank you from {{companyName}}',
    body: letter(`Thank you for trusting us with your {{service}} on {{date}}. It was a pleasure.

If there is anything we can do better next time, just answer this message or call {{companyPhone}}.`),
    variables: { ...NAME, ...JOB },
  },
  'overdue-reminder': {
    name: 'Payment reminder',
    to: 'client',
    subject: 'A reminder about invoice {{invoiceNumber}}',
    body: letter(`This is a friendly reminder: invoice {{invoiceNumber}} was due on {{dueDate}}, and {{balance}} is still open.

If you have paid already, thank you, and please disregard this message. If something about the invoice is not right, just answer this message or call {{companyPhone}}.`),
    variables: {
      ...NAME,
      invoiceNumber: ['The invoice’s number', 'SPC012'],
      balance: ['What is still to be paid', '$214.20'],
      dueDate: ['The day it was due', 'Friday, November 20, 2026'],
    },
  },
  'quote-follow-up': {
    name: 'Quote follow-up',
    ...MARKETING,
    subject: 'Your request for {{serviceType}} cleaning',
    body: letter(`You asked us about {{serviceType}} cleaning on {{askedOn}}. Do you have any questions? We are happy to help, just answer this message or call {{companyPhone}}.

If you are ready, you can also book right away: {{bookingLink}}`),
    variables: { ...NAME, ...REQUEST, ...BOOKING_LINK },
  },
  'priced-quote-follow-up': {
    name: 'Follow-up of a sent quote',
    ...MARKETING,
    subject: 'Your quote {{quoteNumber}}',
    body: letter(`On {{sentOn}} we sent you quote {{quoteNumber}} for {{total}}. Do you have any questions? We are happy to help, just answer this message or call {{companyPhone}}.

You can approve it or ask for a change here: {{quoteLink}}

It is valid until {{validUntil}}.`),
    variables: {
      ...NAME,
      quoteNumber: ['The quote’s number', 'Q-1001'],
      total: ['What it comes to with tax', '$214.20'],
      sentOn: ['The day on which it was sent', 'Friday, November 20, 2026'],
      validUntil: ['The last day on which it can be approved', 'Sunday, December 20, 2026'],
      quoteLink: ['The client’s page of the quote', 'https://example.com/quote/abc'],
    },
  },
} as const satisfies Record<string, MessageTemplate>;

const PROPOSAL_TEMPLATES = {
  'partnership-proposal': {
    name: 'Partnership proposal',
    ...MARKETING,
    subject: 'Working together with {{companyName}}',
    body: letter(`We are glad to know you, and we would like to do more together. This is why we write to you:

{{fact}}

Would you have ten minutes to talk about how a partnership could help us both? Just answer this message or call {{companyPhone}}.`),
    variables: { ...NAME, ...FACT },
  },
  'contract-proposal': {
    name: 'Contract proposal',
    ...MARKETING,
    subject: 'A regular plan for your cleaning',
    body: letter(`We would be glad to clean for you on a regular plan, with fixed days and one price agreed ahead. This is why we write to you:

{{fact}}

If that sounds useful, just answer this message or call {{companyPhone}}, and we will put an offer together.`),
    variables: { ...NAME, ...FACT },
  },
  'alliance-proposal': {
    name: 'Alliance proposal',
    ...MARKETING,
    subject: 'An idea from {{companyName}}',
    body: letter(`We think that we could make things easier for you and the people you look after. This is why we write to you:

{{fact}}

We would be glad to tell you more. Just answer this message or call {{companyPhone}}.`),
    variables: { ...NAME, ...FACT },
  },
} as const satisfies Record<string, MessageTemplate>;

/** The messages that workers write; a person approves each, unless the owner lets its purpose be sent automatically. */
export const GROWTH_TEMPLATES = { ...LEAD_TEMPLATES, ...ENGAGEMENT_TEMPLATES, ...PROPOSAL_TEMPLATES };
export type GrowthPurpose = keyof typeof GROWTH_TEMPLATES;
