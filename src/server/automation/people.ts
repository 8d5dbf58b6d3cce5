import { and, eq, gt, gte, isNotNull, isNull, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { countRows, hasRows, prepared, preparedFor } from '../../../db/prepared';
import { appointmentBookings, appointmentSlots, clients, contactInquiries, invoices, workOrders } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { formatCount } from '../../shared/counts';
import { mailboxKey } from '../../shared/mailbox';
import { splitPhone } from '../../shared/phone';
import { median, roundHalfUp } from '../../shared/statistics';
import { requiredEmail } from '../../shared/text';
import { businessDay, businessDayBounds } from '../../shared/time';
import { statusList } from '../clients/figures';
import { findClientIds, getPersonOfClients } from '../consents/person';
import { findBasis } from '../consents/service';
import type { Ctx } from '../context';
import type { Place } from './sweep';

/** Clients that are read per phone number, and amounts that an estimate is made of. */
const MOST_CLIENTS = 20;
const MOST_AMOUNTS = 200;

export const startOfToday = (ctx: Ctx): string => businessDayBounds(businessDay(ctx.now()))[0];
/** Condition for a finished job; inlined, without parameters, so that it also serves as an aggregate's filter. */
export const isFinished = sql`${workOrders.status} in (${statusList('done')}) and ${workOrders.completedDate} is not null`;
/** Condition for a job that is active, or planned for today or later. */
export const isUpcoming = (today: string | Placeholder): SQL =>
  sql`(${workOrders.status} in (${statusList('active')}) or ${workOrders.status} in (${statusList('planned')}) and ${workOrders.scheduledDate} >= ${today})`;

export type ClientRow = typeof clients.$inferSelect;
const listClients = (db: Db, condition: SQL, limit: number) => db.select().from(clients).where(condition).orderBy(clients.id).limit(limit);
// Prepared, since a run looks up hundreds of people and building the statements would take longer than running them.
const clientById = prepared((db) => listClients(db, eq(clients.id, sql.placeholder('id')), 1));
const clientsOfPhone = prepared((db) =>
  listClients(db, eq(phoneKey(sql`${clients.phone}`), phoneKey(sql`${sql.placeholder('phone')}`)), MOST_CLIENTS),
);
const clientsMergedInto = prepared((db) => listClients(db, eq(clients.mergedIntoId, sql.placeholder('id')), MOST_CLIENTS));
export const listClientsAfter = ({ db }: Ctx, { after, limit }: Place): ClientRow[] => listClients(db, gt(clients.id, after), limit).all();
export const findClient = ({ db }: Ctx, id: number): ClientRow | undefined => clientById(db).get({ id });

/** A person: their client records, and all e-mail addresses and phone numbers of those. */
export type Person = { clients: ClientRow[]; emails: string[]; phones: string[] };
type Known = { clientId?: number | null; email?: string | null; phone?: string | null };

const isPhone = (phone: string | null | undefined): phone is string => splitPhone(phone ?? '').digits.length >= 10;
const distinct = (texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text?.trim() ? text.trim().toLowerCase() : []))),
];

/** Finds a person by client, e-mail address (by the rules of consents) and phone number. A merged client counts as its successor. */
export function findPerson(ctx: Ctx, { clientId, email, phone }: Known): Person {
  const ids = [...(clientId == null ? [] : [clientId]), ...(email ? findClientIds(ctx, email) : [])];
  const found = [...ids.flatMap((id) => findClient(ctx, id) ?? []), ...(isPhone(phone) ? clientsOfPhone(ctx.db).all({ phone }) : [])];
  const roots = new Map<number, ClientRow>();
  for (const row of found) {
    const root = row.mergedIntoId === null ? row : findClient(ctx, row.mergedIntoId);
    if (root) roots.set(root.id, root);
  }
  const known = [...roots.values()].flatMap((root) => [root, ...clientsMergedInto(ctx.db).all({ id: root.id })]);
  return {
    clients: [...roots.values()],
    emails: distinct([email && mailboxKey(email), ...getPersonOfClients(ctx, [...roots.keys()]).emails]),
    phones: distinct([phone, ...known.map((row) => row.phone)]).filter(isPhone),
  };
}

/** Returns true if an address is valid and its owner consented to marketing. */
export const mayWriteTo = (ctx: Ctx, email: string | null): email is string =>
  email !== null && requiredEmail.safeParse(email).success && findBasis(ctx, email) !== undefined;

/** Returns the reason not to write to or call a person, for the owner, or null. */
export function reasonNotToContact({ clients: known }: Pick<Person, 'clients'>): string | null {
  if (known.some(({ doNotService }) => doNotService)) return 'The company no longer works for this client.';
  return known.length > 0 && known.every(({ isActive }) => !isActive) ? 'This client is archived.' : null;
}

const [since, day] = [sql.placeholder('since'), sql.placeholder('day')];
const isBooked = ne(appointmentBookings.status, 'cancelled');
const isPlanned = ne(workOrders.status, 'cancelled');
/**
 * Condition for a job that the client asked for after an instant. Excludes visits of earlier plans, which are generated week by week
 * whatever the client does.
 */
const isAsked = sql`(${workOrders.planId} is null or exists (select 1 from plans where plans.id = ${workOrders.planId} and parent_plan_id is null
  and plans.created_at > ${since}))`;
/** Conditions for the bookings and jobs that count as a visit. */
const VISITS = {
  /** Includes cancelled ones. */
  any: { isBooking: undefined, isJob: undefined },
  returned: {
    isBooking: and(isBooked, gt(appointmentBookings.createdAt, since)),
    isJob: and(isPlanned, gt(workOrders.createdAt, since), isAsked),
  },
  upcoming: {
    isBooking: and(eq(appointmentBookings.status, 'confirmed'), gte(appointmentSlots.date, day)),
    isJob: isUpcoming(since),
  },
  'upcoming then': {
    isBooking: and(isBooked, gte(appointmentSlots.date, day)),
    isJob: and(isPlanned, gte(workOrders.scheduledDate, since)),
  },
};
type Visits = { which: keyof typeof VISITS };
const KEYS = {
  email: eq(emailKey(sql`${appointmentBookings.clientEmail}`), emailKey(sql`${sql.placeholder('value')}`)),
  phone: eq(phoneKey(sql`${appointmentBookings.clientPhone}`), phoneKey(sql`${sql.placeholder('value')}`)),
};
const bookingBy = preparedFor((db, { by, which }: Visits & { by: keyof typeof KEYS }) =>
  db
    .select({ id: appointmentBookings.id })
    .from(appointmentBookings)
    .innerJoin(appointmentSlots, eq(appointmentSlots.id, appointmentBookings.slotId))
    .where(and(KEYS[by], VISITS[which].isBooking))
    .limit(1),
);
const countedJob = preparedFor((db, { which }: Visits) =>
  db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.clientId, sql.placeholder('id')), VISITS[which].isJob))
    .limit(1),
);

/** Returns true if a person has a booking or a job that counts for `which`; by default any counts. */
export function hasVisit(
  { db }: Ctx,
  { clients: known, emails, phones }: Person,
  which: keyof typeof VISITS = 'any',
  at: { since: string; day?: string } = { since: '' },
): boolean {
  const times = { since: at.since, day: at.day ?? '' };
  return (
    emails.some((value) => bookingBy(db, { by: 'email', which }).get({ value, ...times })) ||
    phones.some((value) => bookingBy(db, { by: 'phone', which }).get({ value, ...times })) ||
    known.some(({ id }) => countedJob(db, { which }).get({ id, ...times }))
  );
}

/** Returns true if a person made a booking, or got a work order or a plan, after an instant and it was not cancelled. */
export const hasReturnedSince = (ctx: Ctx, person: Person, since: string): boolean => hasVisit(ctx, person, 'returned', { since });

/** Returns true if a person sent a quote request after an instant. */
export const hasAskedSince = ({ db }: Ctx, { emails, phones }: Person, since: string): boolean =>
  [
    ...emails.map((email) => eq(emailKey(sql`${contactInquiries.email}`), emailKey(sql`${email}`))),
    // The condition of the index.
    ...phones.map((phone) => and(isNotNull(contactInquiries.phone), eq(phoneKey(sql`${contactInquiries.phone}`), phoneKey(sql`${phone}`)))),
  ].some((condition) => hasRows(db, contactInquiries, and(condition, gt(contactInquiries.createdAt, since))));

/** Returns true if a person has a booking or a job ahead. */
export const hasUpcomingVisit = (ctx: Ctx, person: Person): boolean =>
  hasVisit(ctx, person, 'upcoming', { since: startOfToday(ctx), day: businessDay(ctx.now()) });

/** Returns true if a person had a booking or a job ahead at an instant that was not cancelled since; a booking counts all day. */
export const hadUpcomingVisitAt = (ctx: Ctx, person: Person, at: string): boolean =>
  hasVisit(ctx, person, 'upcoming then', { since: at, day: businessDay(at) });

export const countFinishedJobs = (ctx: Ctx, { clients: known }: Pick<Person, 'clients'>): number =>
  known.reduce((sum, { id }) => sum + countRows(ctx.db, workOrders, and(eq(workOrders.clientId, id), isFinished)), 0);

function toEstimate(amounts: readonly { cents: number }[], noun: string): { cents: number; basis: string } | undefined {
  const middle = median(amounts.map(({ cents }) => cents));
  return middle === undefined ? undefined : { cents: roundHalfUp(middle), basis: `median of ${formatCount(amounts.length, noun)}` };
}

/** Estimates what a job of a person costs before tax: the median of their finished jobs, or else of their paid invoices. */
export function estimateJobValue({ db }: Ctx, { clients: known, emails }: Person): { cents: number; basis: string } | undefined {
  const ofJobs = known.flatMap(({ id }) =>
    db
      .select({ cents: sql<number>`${workOrders.totalAmountCents}` })
      .from(workOrders)
      .where(and(eq(workOrders.clientId, id), isFinished, gt(workOrders.totalAmountCents, 0)))
      .limit(MOST_AMOUNTS)
      .all(),
  );
  if (ofJobs.length > 0) return toEstimate(ofJobs, 'job');
  const isPaid = and(isNull(invoices.deletedAt), eq(invoices.status, 'paid'), gt(invoices.subtotalCents, 0));
  const ofInvoices = emails.flatMap((email) =>
    db
      .select({ cents: invoices.subtotalCents })
      .from(invoices)
      .where(and(eq(emailKey(sql`${invoices.customerEmail}`), emailKey(sql`${email}`)), isPaid))
      .limit(MOST_AMOUNTS)
      .all(),
  );
  return toEstimate(ofInvoices, 'paid invoice');
}
