import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, appointmentSlots, clients, invoices, workOrders } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { getPhase, WORK_ORDER_STATUSES } from '../../shared/dispatch';
import { mailboxKey } from '../../shared/mailbox';
import { splitPhone } from '../../shared/phone';
import { median, roundHalfUp } from '../../shared/statistics';
import { requiredEmail } from '../../shared/text';
import { businessDay, businessDayBounds } from '../../shared/time';
import { findClientIds, getPersonOfClients } from '../consents/person';
import { findBasis } from '../consents/service';
import type { Ctx } from '../context';
import { formatCount } from './wording';

const given = sql.placeholder;
/** Clients that are read per phone number, and amounts that an estimate is made of. */
const MOST_CLIENTS = 20;
const MOST_AMOUNTS = 200;

const statusesIn = (phase: ReturnType<typeof getPhase>) => WORK_ORDER_STATUSES.filter((status) => getPhase(status) === phase);
const listed = (statuses: readonly string[]) => sql.raw(statuses.map((status) => `'${status}'`).join(', '));
/** Condition for a finished job; inlined, without parameters, so that it also serves as an aggregate's filter. */
export const isFinished = sql`${workOrders.status} in (${listed(statusesIn('done'))}) and ${workOrders.completedDate} is not null`;
/** Condition for a job that is active, or planned for today or later. Its parameter `today` is {@link startOfToday}. */
export const isUpcoming = sql`(${workOrders.status} in (${listed(statusesIn('active'))}) or ${workOrders.status} in (${listed(statusesIn('planned'))}) and ${workOrders.scheduledDate} >= ${given('today')})`;
export const startOfToday = (ctx: Ctx): string => businessDayBounds(businessDay(ctx.now()))[0];

const clientColumns = {
  id: clients.id,
  name: clients.name,
  email: clients.email,
  phone: clients.phone,
  company: clients.company,
  isActive: clients.isActive,
  doNotService: clients.doNotService,
  address: clients.address,
  mergedIntoId: clients.mergedIntoId,
};
export type ClientRow = Pick<typeof clients.$inferSelect, keyof typeof clientColumns>;
const clientQuery = (db: Db) => db.select(clientColumns).from(clients);
const byId = prepared((db) =>
  clientQuery(db)
    .where(eq(clients.id, given('id')))
    .prepare(),
);
const byPhone = prepared((db) =>
  clientQuery(db)
    .where(eq(phoneKey(sql`${clients.phone}`), phoneKey(sql`${given('phone')}`)))
    .limit(MOST_CLIENTS)
    .prepare(),
);
const mergedInto = prepared((db) =>
  clientQuery(db)
    .where(eq(clients.mergedIntoId, given('id')))
    .limit(MOST_CLIENTS)
    .prepare(),
);
const nextClients = prepared((db) =>
  clientQuery(db)
    .where(gt(clients.id, given('after')))
    .orderBy(clients.id)
    .limit(given('limit'))
    .prepare(),
);

export const listClientsAfter = (ctx: Ctx, place: { after: number; limit: number }): ClientRow[] => nextClients(ctx.db).all(place);
export const findClient = (ctx: Ctx, id: number): ClientRow | undefined => byId(ctx.db).get({ id });

/** A person: their client records, and all e-mail addresses and phone numbers of those. */
export type Person = { clients: ClientRow[]; emails: string[]; phones: string[] };
type Known = { clientId?: number | null; email?: string | null; phone?: string | null };

const isPhone = (phone: string | null | undefined): phone is string => splitPhone(phone ?? '').digits.length >= 10;
const distinct = (texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text?.trim() ? text.trim().toLowerCase() : []))),
];

/** Finds a person by client, e-mail address (by the rules of consents) and phone number. A merged client counts as its successor. */
export function findPerson(ctx: Ctx, { clientId, email, phone }: Known): Person {
  const found = [
    ...(clientId == null ? [] : [byId(ctx.db).get({ id: clientId })]),
    ...(email ? findClientIds(ctx, email).map((id) => byId(ctx.db).get({ id })) : []),
    ...(isPhone(phone) ? byPhone(ctx.db).all({ phone }) : []),
  ].flatMap((row) => row ?? []);
  const roots = new Map<number, ClientRow>();
  for (const row of found) {
    const root = row.mergedIntoId === null ? row : byId(ctx.db).get({ id: row.mergedIntoId });
    if (root) roots.set(root.id, root);
  }
  const known = [...roots.values()].flatMap((root) => [root, ...mergedInto(ctx.db).all({ id: root.id })]);
  return {
    clients: [...roots.values()],
    emails: distinct([email && mailboxKey(email), ...getPersonOfClients(ctx, [...roots.keys()]).emails]),
    phones: distinct([phone, ...known.map((row) => row.phone)]).filter(isPhone),
  };
}

/** Returns true if an address is valid and its owner consented to marketing. */
export const mayWriteTo = (ctx: Ctx, email: string): boolean =>
  requiredEmail.safeParse(email).success && findBasis(ctx, email) !== undefined;

/** Returns the reason not to write to or call a person, for the owner, or null. */
export function reasonNotToContact({ clients: known }: Pick<Person, 'clients'>): string | null {
  if (known.some(({ doNotService }) => doNotService)) return 'The company no longer works for this client.';
  return known.length > 0 && known.every(({ isActive }) => !isActive) ? 'This client is inactive.' : null;
}

const isOfEmail = eq(emailKey(sql`${appointmentBookings.clientEmail}`), emailKey(sql`${given('key')}`));
const isOfPhone = eq(phoneKey(sql`${appointmentBookings.clientPhone}`), phoneKey(sql`${given('key')}`));
const bookedSince = (isTheirs: typeof isOfEmail) =>
  prepared((db) =>
    db
      .select({ id: appointmentBookings.id })
      .from(appointmentBookings)
      .where(and(isTheirs, ne(appointmentBookings.status, 'cancelled'), gt(appointmentBookings.createdAt, given('since'))))
      .limit(1)
      .prepare(),
  );
const bookedFrom = (isTheirs: typeof isOfEmail, isStanding: SQL) =>
  prepared((db) =>
    db
      .select({ id: appointmentBookings.id })
      .from(appointmentBookings)
      .innerJoin(appointmentSlots, eq(appointmentSlots.id, appointmentBookings.slotId))
      .where(and(isTheirs, isStanding, gte(appointmentSlots.date, given('day'))))
      .limit(1)
      .prepare(),
  );
const isOpen = eq(appointmentBookings.status, 'confirmed');
const isNotCancelled = ne(appointmentBookings.status, 'cancelled');
const [emailBookedSince, phoneBookedSince] = [bookedSince(isOfEmail), bookedSince(isOfPhone)];
const [emailBookedAhead, phoneBookedAhead] = [bookedFrom(isOfEmail, isOpen), bookedFrom(isOfPhone, isOpen)];
const [emailBookedFrom, phoneBookedFrom] = [bookedFrom(isOfEmail, isNotCancelled), bookedFrom(isOfPhone, isNotCancelled)];
const orderedSince = prepared((db) =>
  db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.clientId, given('id')), ne(workOrders.status, 'cancelled'), gt(workOrders.createdAt, given('since'))))
    .limit(1)
    .prepare(),
);
const orderedAhead = prepared((db) =>
  db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.clientId, given('id')), isUpcoming))
    .limit(1)
    .prepare(),
);

const orderedFrom = prepared((db) =>
  db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.clientId, given('id')), ne(workOrders.status, 'cancelled'), gte(workOrders.scheduledDate, given('at'))))
    .limit(1)
    .prepare(),
);

/** Returns true if a person made a booking, or got a work order, after an instant and it was not cancelled. */
export const hasReturnedSince = (ctx: Ctx, { clients: known, emails, phones }: Person, since: string): boolean =>
  emails.some((key) => emailBookedSince(ctx.db).get({ key, since })) ||
  phones.some((key) => phoneBookedSince(ctx.db).get({ key, since })) ||
  known.some(({ id }) => orderedSince(ctx.db).get({ id, since }));

/** Returns true if a person has a booking or a job ahead. */
export function hasUpcomingVisit(ctx: Ctx, { clients: known, emails, phones }: Person): boolean {
  const day = businessDay(ctx.now());
  const today = startOfToday(ctx);
  return (
    emails.some((key) => emailBookedAhead(ctx.db).get({ key, day })) ||
    phones.some((key) => phoneBookedAhead(ctx.db).get({ key, day })) ||
    known.some(({ id }) => orderedAhead(ctx.db).get({ id, today }))
  );
}

/** Returns true if a person had a booking or a job ahead at an instant that was not cancelled since; a booking counts all day. */
export function hadUpcomingVisitAt(ctx: Ctx, { clients: known, emails, phones }: Person, at: string): boolean {
  const day = businessDay(at);
  return (
    emails.some((key) => emailBookedFrom(ctx.db).get({ key, day })) ||
    phones.some((key) => phoneBookedFrom(ctx.db).get({ key, day })) ||
    known.some(({ id }) => orderedFrom(ctx.db).get({ id, at }))
  );
}

const amountsOfJobs = prepared((db) =>
  db
    .select({ cents: sql<number>`${workOrders.totalAmountCents}` })
    .from(workOrders)
    .where(and(eq(workOrders.clientId, given('id')), isFinished, gt(workOrders.totalAmountCents, 0)))
    .limit(MOST_AMOUNTS)
    .prepare(),
);
const amountsOfInvoices = prepared((db) =>
  db
    .select({ cents: invoices.subtotalCents })
    .from(invoices)
    .where(
      and(
        eq(emailKey(sql`${invoices.customerEmail}`), emailKey(sql`${given('email')}`)),
        isNull(invoices.deletedAt),
        eq(invoices.status, 'paid'),
        gt(invoices.subtotalCents, 0),
      ),
    )
    .limit(MOST_AMOUNTS)
    .prepare(),
);
const finishedJobs = prepared((db) =>
  db
    .select({ rows: sql<number>`count(*)` })
    .from(workOrders)
    .where(
      and(eq(workOrders.clientId, given('id')), inArray(workOrders.status, [...statusesIn('done')]), isNotNull(workOrders.completedDate)),
    )
    .prepare(),
);

export const countFinishedJobs = (ctx: Ctx, { clients: known }: Pick<Person, 'clients'>): number =>
  known.reduce((sum, { id }) => sum + (finishedJobs(ctx.db).get({ id })?.rows ?? 0), 0);

function toEstimate(amounts: readonly { cents: number }[], noun: string): { cents: number; basis: string } | undefined {
  const middle = median(amounts.map(({ cents }) => cents));
  return middle === undefined ? undefined : { cents: roundHalfUp(middle), basis: `median of ${formatCount(amounts.length, noun)}` };
}

/** Estimates what a job of a person costs before tax: the median of their finished jobs, or else of their paid invoices. */
export const estimateJobValue = (ctx: Ctx, { clients: known, emails }: Person): { cents: number; basis: string } | undefined =>
  toEstimate(
    known.flatMap(({ id }) => amountsOfJobs(ctx.db).all({ id })),
    'job',
  ) ??
  toEstimate(
    emails.flatMap((email) => amountsOfInvoices(ctx.db).all({ email })),
    'paid invoice',
  );
