import { z } from 'zod';
import { rowsInput } from './bulk';
import { addDays, daysBetween } from './calendar-day';
import { CLIENT_STATUSES, type ClientStatus } from './client-status';
import { pageSchema, sortedPage, sortedPageSchema } from './page';
import { median } from './statistics';
import {
  blank,
  byId,
  emailOrNull,
  idSchema,
  numberInput,
  optionalLine,
  optionalPhone,
  optionalText,
  pageInput,
  requiredAddress,
  requiredLine,
  singleSpaced,
} from './text';

/** A client with two finished jobs within this time is recurring, as is one with an active plan. */
const RECURRING_DAYS = 180;
/** A client is never lapsed before this time, however short the gaps between their jobs were. */
const LAPSED_DAYS = 42;
const LAPSED_GAPS = 1.5;
/** Most additional addresses of a client. */
export const MAX_ADDRESSES = 50;
/** Most clients that one call looks through for a status. */
export const STATUS_SEARCH_ROWS = 1000;

const nameKey = (name: string): string => singleSpaced(name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** Returns whether two names are equal apart from case, accents and spacing. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

const DEGREES = 'Please enter a coordinate in degrees.';
const coordinate = (limit: number) =>
  z.union([blank, numberInput(DEGREES).pipe(z.number().min(-limit, DEGREES).max(limit, DEGREES))], DEGREES).nullish();
const place = { address: requiredAddress(240), latitude: coordinate(90), longitude: coordinate(180) };
/** Entry instructions, visible to cleaners only as {@link canSeeAccessNotes} allows. */
const accessNotes = {
  accessGate: optionalText(1000),
  accessAlarm: optionalText(1000),
  accessPets: optionalText(1000),
  accessKey: optionalText(1000),
};
export const accessNotesInput = z.object(accessNotes);

const contact = { email: emailOrNull, phone: optionalPhone };
const contactInput = z.object(contact);
type Contact = z.output<typeof contactInput>;
/** The error for a client with neither a phone number nor an e-mail address. */
export const UNREACHABLE = 'Please enter a phone number or an e-mail address.';
export const isReachable = ({ email, phone }: Contact): boolean => email !== null || phone !== null;
const hasValidContact = ({ value }: { value: unknown }): boolean => contactInput.safeParse(value).success;
/** Requires a phone number or an e-mail address, and asks for it at both while other fields are wrong too. */
const withContact = <Schema extends z.ZodType<Contact>>(schema: Schema): Schema =>
  schema
    .refine(isReachable, { message: UNREACHABLE, path: ['phone'], when: hasValidContact })
    .refine(isReachable, { message: UNREACHABLE, path: ['email'], when: hasValidContact });

const clientFields = z.object({
  name: requiredLine(120),
  ...contact,
  ...place,
  notes: optionalText(4000),
  /** Employer or manager of the place, such as a property manager or a clinic. */
  company: optionalLine(120).transform((text) => text && singleSpaced(text)),
  /** The client allows photos of their place in public. */
  photoConsent: z.boolean('Please say whether photos of their place may be shown.').default(false),
});
/** A client, who has a phone number, an e-mail address or both. */
export const clientInput = withContact(clientFields);

/** The complete new values of a client: omitted fields become empty. */
const clientChangeFields = byId.extend({
  ...clientFields.shape,
  ...accessNotes,
  isActive: z.boolean('Please say whether the client is active.'),
  /** True if the client agrees to text messages; their earlier answer stays if it is missing. */
  smsConsent: z.boolean('Please say whether the client agreed to text messages.').optional(),
});
export const clientChange = withContact(clientChangeFields);
/** The part of a client's change that the client details form sends. */
export const clientDetailsInput = withContact(
  clientChangeFields.omit({ id: true, notes: true, accessGate: true, accessAlarm: true, accessPets: true, accessKey: true }),
);
export const clientNotesInput = clientChangeFields.pick({ notes: true });

export const doNotServiceChange = byId.extend({
  doNotService: z.boolean('Please say whether the client is served.'),
  reason: optionalLine(400),
});

/** Archives clients, or makes them active again. */
export const activeChange = z.object({ ids: rowsInput(idSchema), isActive: clientChange.shape.isActive });

const addressFields = z.object({ label: requiredLine(60), ...place, ...accessNotes });
export const addressInput = addressFields.extend({ clientId: idSchema });
export const addressChange = addressFields.extend({ id: idSchema });

export const clientMerge = z.object({ id: idSchema, intoId: idSchema });

const clientFilter = { search: optionalLine(100), status: z.enum(CLIENT_STATUSES).optional() };
/** The columns that the list can be sorted by; `added` is the order of creation. */
export const CLIENT_ORDERS = ['name', 'added'] as const;
export const clientListInput = z.object({ ...clientFilter, ...sortedPage(...CLIENT_ORDERS) });
export const allClientsInput = pageInput.extend(clientFilter);

export const clientSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** One of the e-mail address and the phone number may be null. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string(),
  latitude: z.string().nullable(),
  longitude: z.string().nullable(),
  notes: z.string().nullable(),
  company: z.string().nullable(),
  photoConsent: z.boolean(),
  /** When the client agreed to text messages; null without consent. */
  smsConsentAt: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.string(),
});

/** Computed from a client's work orders; both times are instants. */
const figures = {
  status: z.enum(CLIENT_STATUSES),
  finishedJobs: z.int(),
  lastJobAt: z.string().nullable(),
  nextJobAt: z.string().nullable(),
};
const clientRowSchema = clientSchema.extend({ ...figures, doNotService: z.boolean() });
export type ClientRow = z.output<typeof clientRowSchema>;
export const clientList = sortedPageSchema(clientRowSchema);
export const allClients = pageSchema(clientRowSchema);

export const writtenAccessNotes = {
  accessGate: z.string().nullable(),
  accessAlarm: z.string().nullable(),
  accessPets: z.string().nullable(),
  accessKey: z.string().nullable(),
};
const addressSchema = z.object({
  id: z.int(),
  clientId: z.int(),
  label: z.string(),
  address: z.string(),
  latitude: z.string().nullable(),
  longitude: z.string().nullable(),
  ...writtenAccessNotes,
  createdAt: z.string(),
});
export type ClientAddress = z.output<typeof addressSchema>;

/** A client for its own page; `formerly` lists the clients merged into it. */
export const clientProfileSchema = clientRowSchema.extend({
  ...writtenAccessNotes,
  doNotServiceReason: z.string().nullable(),
  mergedIntoId: z.int().nullable(),
  addresses: z.array(addressSchema),
  formerly: z.array(clientSchema.pick({ id: true, name: true, email: true, phone: true })),
});
export type ClientProfile = z.output<typeof clientProfileSchema>;

export const DUPLICATE_REASONS = ['same e-mail', 'same phone', 'same name and address'] as const;
export const duplicateList = z.object({ rows: z.array(clientRowSchema.extend({ reasons: z.array(z.enum(DUPLICATE_REASONS)) })) });

const TIMELINE_KINDS = ['quote', 'pricedQuote', 'plan', 'booking', 'workOrder', 'order', 'invoice', 'receipt', 'message'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
const timelineKey = z.object({ at: z.string().max(40), kind: z.enum(TIMELINE_KINDS), id: z.int() });
export const timelineInput = byId.extend({ limit: z.int().min(1).max(100).default(20), cursor: timelineKey.nullish() });
/**
 * A row of a client's timeline: `at` is the instant a job was finished or is planned for, otherwise the instant of creation; `amount` is
 * wire money, negative for a refund; `link` is the screen that shows the row.
 */
const timelineEntry = timelineKey.extend({
  title: z.string(),
  text: z.string().nullable(),
  status: z.string().nullable(),
  amount: z.string().nullable(),
  link: z.object({
    path: z.enum(['/admin', '/plans', '/bookings', '/team', '/orders', '/invoices', '/receipts', '/messages']),
    search: z.record(z.string(), z.int()),
  }),
});
export type TimelineEntry = z.output<typeof timelineEntry>;
export const clientTimeline = z.object({ rows: z.array(timelineEntry), nextCursor: timelineKey.nullable() });

const dayNumber = (day: string): number => daysBetween('1970-01-01', day);

/**
 * Returns the status of a client on a day: recurring with an active plan; otherwise a lead without a finished job; lapsed if no job is
 * planned and the last one is longer ago than both 42 days and one and a half times the median gap; recurring with two jobs within 180
 * days; otherwise one-time. `finishedDays` are company days in any order.
 */
export function clientStatus(
  jobs: { finishedDays: readonly string[]; isPlanned: boolean; hasPlan?: boolean },
  today: string,
): ClientStatus {
  if (jobs.hasPlan) return 'recurring';
  const days = jobs.finishedDays.map(dayNumber).sort((a, b) => a - b);
  const last = days.at(-1);
  if (last === undefined) return 'lead';
  const now = dayNumber(today);
  const gap = median(days.slice(1).map((day, index) => day - (days[index] ?? day))) ?? 0;
  if (!jobs.isPlanned && now - last > Math.max(LAPSED_DAYS, LAPSED_GAPS * gap)) return 'lapsed';
  return days.filter((day) => now - day <= RECURRING_DAYS).length >= 2 ? 'recurring' : 'one-time';
}

/** Returns whether the cleaner of a job may read its access notes: from the day before it to the day after. Both are company days. */
export const canSeeAccessNotes = (scheduledDay: string, today: string): boolean =>
  addDays(scheduledDay, -1) <= today && today <= addDays(scheduledDay, 1);

/** Returns the key by which addresses are compared: without case, punctuation and spacing. */
export const addressKey = (address: string): string =>
  address
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s,.;]+/)
    .filter((word) => word !== '')
    .join(' ');
