import { z } from 'zod';
import { BOOKING_SERVICE_TYPES, TIME_WINDOWS } from './booking';
import { accessNotesInput, writtenAccessNotes } from './clients';
import { MESSAGE_LENGTH, messageText } from './conversations';
import { SHOWN_STATUSES } from './invoices';
import { PHOTO_KINDS } from './job-photos';
import { pageSchema } from './page';
import { PLAN_STATUSES, VISIT_STATUSES } from './plans';
import { PRICED_QUOTE_STATUSES } from './quoting';
import { PAYMENT_METHODS } from './store-options';
import { idSchema, optionalPhone, optionalText, personGuard, requiredAddress, requiredEmail, requiredLine } from './text';
import { daySchema, instantSchema } from './time-input';

/** The key of a sign-in link: 256 random bits, base64url. */
export const LINK_TOKEN = /^[\w-]{43}$/;

/** Only the e-mail address can be malformed; the fields that detect bots count as missing if they have another type. */
export const linkRequest = z.object({
  email: requiredEmail,
  website: personGuard.website.catch(undefined),
  filledInMs: personGuard.filledInMs.catch(undefined),
});
export const requested = z.object({ ok: z.literal(true) });
export const byLink = z.object({ token: z.string('Please open the link from your e-mail.').max(200) });

export const clientChoice = z.object({ id: z.int(), name: z.string() });
/** The clients of the link's e-mail address; with several, one has to be chosen. */
export const openedLink = z.object({ clients: z.array(clientChoice) });
export const choiceInput = z.object({ clientId: idSchema });
export const ended = z.object({ ended: z.int() });

/** The client of the page. */
export const portalAccount = z.object({ id: z.int(), name: z.string(), email: z.string().nullable() });

/** The client's own data. */
export const portalClient = portalAccount.extend({
  phone: z.string().nullable(),
  address: z.string(),
  ...writtenAccessNotes,
  addresses: z.array(z.object({ id: z.int(), label: z.string(), address: z.string(), ...writtenAccessNotes })),
  /** True if the client may get offers by e-mail. */
  offers: z.boolean(),
  /** True if the client agreed to text messages. */
  sms: z.boolean(),
  /** True if the client's phone number can get text messages. */
  canGetSms: z.boolean(),
});
export type PortalClient = z.output<typeof portalClient>;

/** `unrecorded`: its day is over, but the office recorded neither an end nor a cancellation. */
const VISIT_STATES = ['upcoming', 'underway', 'unrecorded', 'done', 'cancelled'] as const;
const rating = z.object({ stars: z.int(), text: z.string().nullable() });

const portalVisit = z.object({
  workOrderId: z.int(),
  serviceName: z.string(),
  /** The day in the company's zone, and both times as instants. */
  date: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  address: z.string(),
  state: z.enum(VISIT_STATES),
  /** First names, the lead's first. */
  crew: z.array(z.string()),
  confirmedAt: z.string().nullable(),
  canConfirm: z.boolean(),
  /** Page on which the client can move the visit; null unless they booked it online. */
  manageUrl: z.string().nullable(),
  planId: z.int().nullable(),
  /** The day of the plan's rule. */
  planDate: z.string().nullable(),
  canSkip: z.boolean(),
  photos: z.array(z.object({ id: z.int(), kind: z.enum(PHOTO_KINDS), url: z.string() })),
  rating: rating.nullable(),
  canRate: z.boolean(),
});
export type PortalVisit = z.output<typeof portalVisit>;

/** The start of the client's page. */
export const portalHome = z.object({
  client: portalClient,
  nextVisit: portalVisit.nullable(),
  /** The newest finished visit if it has no rating. */
  toRate: portalVisit.nullable(),
  openBalance: z.string(),
  openInvoices: z.int(),
  /** Messages of the office that the client has not read. */
  unread: z.int(),
  /** Quotes that wait for the client's answer. */
  quotes: z.int(),
  canBookAgain: z.boolean(),
  reviewLink: z.string().nullable(),
});
export type PortalHome = z.output<typeof portalHome>;

/** One page of the client's own rows after `cursor`. */
export const ownPage = z.object({ limit: z.int().min(1).max(100).default(20), cursor: idSchema.nullish() });

export const portalVisitsInput = ownPage.extend({ view: z.enum(['upcoming', 'past'], 'Please choose upcoming or past.') });
export const portalVisits = pageSchema(portalVisit);
/** `startsAt` is the time that the client saw. */
export const portalConfirmation = z.object({ workOrderId: idSchema, startsAt: instantSchema.optional() });

export const ratingInput = z.object({
  workOrderId: idSchema,
  stars: z.int('Please choose one to five stars.').min(1, 'Please choose one to five stars.').max(5, 'Please choose one to five stars.'),
  text: optionalText(MESSAGE_LENGTH),
});
/** `reviewLink` is the same whatever the stars. */
export const rated = rating.extend({ reviewLink: z.string().nullable() });

export const messageInput = z.object({ text: messageText });

export const portalPlan = z.object({
  id: z.int(),
  /** The rule, such as "Every second Tuesday at 10:00 a.m." */
  words: z.string(),
  serviceName: z.string(),
  price: z.string().nullable(),
  discountPercent: z.number(),
  status: z.enum(PLAN_STATUSES),
  pausedUntil: z.string().nullable(),
  /** The visits from today on; `on` is null for one that is left out. */
  visits: z.array(z.object({ date: z.string(), on: z.string().nullable(), status: z.enum(VISIT_STATUSES), canSkip: z.boolean() })),
});
export type PortalPlan = z.output<typeof portalPlan>;
export const portalPlans = z.object({ rows: z.array(portalPlan) });
export const ownPlanDay = z.object({ planId: idSchema, date: daySchema });
export const ownPlanPause = z.object({ planId: idSchema, until: daySchema.nullish() });
export const byOwnPlan = z.object({ planId: idSchema });
export const planChangeRequest = byOwnPlan.extend({ text: messageInput.shape.text });

export const portalQuotes = z.object({
  rows: z.array(
    z.object({ number: z.string(), total: z.string(), validUntil: z.string(), status: z.enum(PRICED_QUOTE_STATUSES), url: z.string() }),
  ),
});

export const portalInvoices = pageSchema(
  z.object({
    id: z.int(),
    invoiceNumber: z.string(),
    serviceDate: z.string(),
    dueDate: z.string(),
    total: z.string(),
    balance: z.string(),
    status: z.enum(SHOWN_STATUSES),
    /** Page on which the client pays; null without a balance. */
    payUrl: z.string().nullable(),
    pdfUrl: z.string(),
  }),
);
export const portalReceipts = pageSchema(
  z.object({
    id: z.int(),
    receiptNumber: z.string(),
    paymentDate: z.string(),
    amount: z.string(),
    method: z.enum(PAYMENT_METHODS),
    isRefund: z.boolean(),
    pdfUrl: z.string(),
  }),
);

/** The job to book again; the newest finished one without it. */
export const bookAgainChoice = z.object({ workOrderId: idSchema.optional() });
export const bookAgainOptions = z.object({
  workOrderId: z.int(),
  serviceType: z.enum(BOOKING_SERVICE_TYPES),
  serviceName: z.string(),
  address: z.string(),
  /** Price of that job; null if it is not known. */
  price: z.string().nullable(),
  /** The next free windows. */
  slots: z.array(z.object({ slotId: z.int(), date: z.string(), timeSlot: z.enum(TIME_WINDOWS), label: z.string() })),
});
export const bookAgainInput = z.object({ workOrderId: idSchema, slotId: idSchema, bookingReference: z.string().max(60).optional() });
export const bookedAgain = z.object({ bookingReference: z.string(), date: z.string(), timeSlot: z.enum(TIME_WINDOWS) });

export const ownContact = z.object({
  name: requiredLine(120),
  email: requiredEmail,
  phone: optionalPhone,
  address: requiredAddress(240),
});
export const ownConsents = z.object({
  offers: z.boolean('Please say whether we may send you offers.'),
  sms: z.boolean('Please say whether we may send you text messages.'),
});
/** `addressId` is null for the client's own address. */
export const ownAccess = accessNotesInput.extend({ addressId: idSchema.nullable() });
