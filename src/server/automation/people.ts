import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { appointmentBookings, appointmentSlots, clients, invoices, workOrders } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { phaseOf, WORK_ORDER_STATUSES } from '../../shared/dispatch';
import { mailboxKey } from '../../shared/mailbox';
import { splitPhone } from '../../shared/phone';
import { median, roundHalfUp } from '../../shared/statistics';
import { businessDay, businessDayBounds } from '../../shared/time';
import { clientsOfAddress, personOfClients } from '../consents/person';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';

const given = sql.placeholder;
/** Clients that one address or number may stand for, and amounts that a value is made of. */
const MOST_CLIENTS = 20;
const MOST_AMOUNTS = 200;

const statusesIn = (phase: ReturnType<typeof phaseOf>) => WORK_ORDER_STATUSES.filter((status) => phaseOf(status) === phase);
const listed = (statuses: readonly string[]) => sql.raw(statuses.map((status) => `'${status}'`).join(', '));
/** A job that was finished. In words and not in values, for an aggregate's filter. */
export const isFinished = sql`${workOrders.status} in (${listed(statusesIn('done'))}) and ${workOrders.completedDate} is not null`;
/** A job that is under way, or planned for today or later; as on the list of clients, it counts from the first minute of its day. */
export const isAhead = sql`(${workOrders.status} in (${listed(statusesIn('active'))}) or ${workOrders.status} in (${listed(statusesIn('planned'))}) and ${workOrders.scheduledDate} >= ${given('today')})`;
/** The value of `today` in {@link isAhead}. */
export const firstOfToday = (ctx: Ctx): string => businessDayBounds(businessDay(ctx.now()))[0];

const clientColumns = {
  id: clients.id,
  name: clients.name,
  email: clients.email,
  phone: clients.phone,
  company: clients.company,
  isActive: clients.isActive,
  doNotService: clients.doNotService,
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

/** Clients in the order of their ids. */
export const clientsAfter = (ctx: Ctx, place: { after: number; limit: number }): ClientRow[] => nextClients(ctx.db).all(place);
export const findClient = (ctx: Ctx, id: number): ClientRow | undefined => byId(ctx.db).get({ id });

/** Somebody and the clients that they are, with all addresses and numbers they are known by. */
export type Person = { clients: ClientRow[]; emails: string[]; phones: string[] };
type Known = { clientId?: number | null; email?: string | null; phone?: string | null };

const isPhone = (phone: string | null | undefined): phone is string => splitPhone(phone ?? '').digits.length >= 10;
const distinct = (texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text?.trim() ? text.trim().toLowerCase() : []))),
];

/** Who somebody is, by what a row says of them, as their consent sees it; by a number too. Merged clients count as the one they became. */
export function personOf(ctx: Ctx, { clientId, email, phone }: Known): Person {
  const found = [
    ...(clientId == null ? [] : [byId(ctx.db).get({ id: clientId })]),
    ...(email ? clientsOfAddress(ctx, email).map((id) => byId(ctx.db).get({ id })) : []),
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
    emails: distinct([email && mailboxKey(email), ...personOfClients(ctx, [...roots.keys()]).emails]),
    phones: distinct([phone, ...known.map((row) => row.phone)]).filter(isPhone),
  };
}

/** Why somebody is left alone, in words; null where nothing speaks against writing or calling. */
export function obstacleOf({ clients: known }: Pick<Person, 'clients'>): string | null {
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
    .where(and(eq(workOrders.clientId, given('id')), isAhead))
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

/** Whether somebody booked, or got a job, after an instant, and that still stands. */
export const hasReturnedSince = (ctx: Ctx, { clients: known, emails, phones }: Person, since: string): boolean =>
  emails.some((key) => emailBookedSince(ctx.db).get({ key, since })) ||
  phones.some((key) => phoneBookedSince(ctx.db).get({ key, since })) ||
  known.some(({ id }) => orderedSince(ctx.db).get({ id, since }));

/** Whether somebody has a booking or a job ahead of them. */
export function hasPlans(ctx: Ctx, { clients: known, emails, phones }: Person): boolean {
  const day = businessDay(ctx.now());
  const today = firstOfToday(ctx);
  return (
    emails.some((key) => emailBookedAhead(ctx.db).get({ key, day })) ||
    phones.some((key) => phoneBookedAhead(ctx.db).get({ key, day })) ||
    known.some(({ id }) => orderedAhead(ctx.db).get({ id, today }))
  );
}

/** Returns whether a booking or a job, not cancelled since, was ahead of somebody at an instant; a booking counts for its whole day. */
export function hadPlansAt(ctx: Ctx, { clients: known, emails, phones }: Person, at: string): boolean {
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

/** How many jobs were finished for somebody. */
export const countFinished = (ctx: Ctx, { clients: known }: Pick<Person, 'clients'>): number =>
  known.reduce((sum, { id }) => sum + (finishedJobs(ctx.db).get({ id })?.rows ?? 0), 0);

const tellValue = (amounts: readonly { cents: number }[], what: string): { cents: number; basis: string } | undefined => {
  const middle = median(amounts.map(({ cents }) => cents));
  return middle === undefined
    ? undefined
    : { cents: roundHalfUp(middle), basis: `median of ${amounts.length} ${what}${amounts.length === 1 ? '' : 's'}` };
};

/** What a job of somebody usually comes to, before tax: the median of their finished jobs, else of their paid invoices; none without either. */
export const usualValue = (ctx: Ctx, { clients: known, emails }: Person): { cents: number; basis: string } | undefined =>
  tellValue(
    known.flatMap(({ id }) => amountsOfJobs(ctx.db).all({ id })),
    'job',
  ) ??
  tellValue(
    emails.flatMap((email) => amountsOfInvoices(ctx.db).all({ email })),
    'paid invoice',
  );
