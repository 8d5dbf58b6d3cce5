import { desc, eq, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, clients, contactInquiries } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import { mailboxKey } from '../../shared/mailbox';
import type { Ctx } from '../context';

/** A person: all their mailboxes, and the ids of their client rows. */
export type Person = { emails: string[]; clientIds: number[] };

/** Most clients per address, and most bookings and quote requests per client or address that are searched. */
const MOST = 50;
const MOST_LINKS = 200;

const given = sql.placeholder;
const rootId = sql<number>`coalesce(${clients.mergedIntoId}, ${clients.id})`;
const rootsByEmail = prepared((db) =>
  db
    .select({ root: rootId })
    .from(clients)
    .where(eq(emailKey(sql`${clients.email}`), emailKey(sql`${given('email')}`)))
    .limit(MOST),
);
const mergedClients = prepared((db) =>
  db
    .select({ id: clients.id, email: sql<string>`${emailKey(sql`${clients.email}`)}` })
    .from(clients)
    .where(or(eq(clients.id, given('root')), eq(clients.mergedIntoId, given('root'))))
    .limit(MOST),
);

const linkQueries = (table: typeof appointmentBookings | typeof contactInquiries, email: SQLiteColumn) => ({
  roots: prepared((db) =>
    db
      .select({ root: rootId })
      .from(table)
      .innerJoin(clients, eq(clients.id, table.clientId))
      .where(eq(emailKey(sql`${email}`), emailKey(sql`${given('email')}`)))
      .orderBy(desc(table.id))
      .limit(MOST_LINKS),
  ),
  emails: prepared((db) =>
    db
      .select({ email: sql<string>`${emailKey(sql`${email}`)}` })
      .from(table)
      .where(eq(table.clientId, given('id')))
      .orderBy(desc(table.id))
      .limit(MOST_LINKS),
  ),
});
const LINKS = [linkQueries(appointmentBookings, appointmentBookings.clientEmail), linkQueries(contactInquiries, contactInquiries.email)];

/** Returns the ids of the clients with an address of their own or in a booking or quote request; merged clients by the surviving id. */
export function findClientIds({ db }: Pick<Ctx, 'db'>, email: string): number[] {
  const found = [rootsByEmail, ...LINKS.map(({ roots }) => roots)].flatMap((find) => find(db).all({ email }));
  return [...new Set(found.map(({ root }) => root))];
}

/** Returns clients as one person, with the clients merged into them and every address of theirs, their bookings and quote requests. */
export function getPersonOfClients({ db }: Pick<Ctx, 'db'>, roots: readonly number[]): Person {
  const merged = roots.flatMap((root) => mergedClients(db).all({ root }));
  const linked = merged.flatMap(({ id }) => LINKS.flatMap(({ emails }) => emails(db).all({ id })));
  return {
    emails: [...new Set([...merged, ...linked].map(({ email }) => email).filter(Boolean))],
    clientIds: merged.map(({ id }) => id),
  };
}

export function getPerson(ctx: Pick<Ctx, 'db'>, email: string): Person {
  const { emails, clientIds } = getPersonOfClients(ctx, findClientIds(ctx, email));
  return { emails: [...new Set([mailboxKey(email), ...emails])], clientIds };
}
