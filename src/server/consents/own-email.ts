import { and, eq, type SQL, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, clients } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import { recordActivities } from '../activity';
import type { Ctx } from '../context';

/** The activity of a client who changed the e-mail address on their own page, or who took over such an address in a merge. */
export const OWN_EMAIL_CHANGE = 'client.emailChanged';
/** The activity of a client who signed in with a link to their changed e-mail address. */
export const EMAIL_CONFIRMED = 'client.emailConfirmed';
/** The activity of a booking whose client changed the e-mail address that it was made with. */
export const FORMER_EMAIL = 'booking.emailReplaced';

/** Matches a client, by the SQL of the id, whose e-mail address identifies them, see {@link isOwnEmail}. */
export const ownsEmail = (id: SQL): SQL =>
  sql`not exists (select 1 from activity changed where changed.entity_type = 'client' and changed.entity_id = cast(${id} as text)
    and changed.verb = ${OWN_EMAIL_CHANGE} and not exists (select 1 from activity later where later.entity_type = 'client'
      and later.entity_id = changed.entity_id and later.id > changed.id and (later.verb = ${EMAIL_CONFIRMED}
        or later.verb = 'client.updated' and later.actor_kind = 'admin' and later.data like '%"email"%')))`;

const ownEmail = prepared((db) =>
  db
    .select({ isOwn: sql<number>`${ownsEmail(sql`${clients.id}`)}` })
    .from(clients)
    .where(eq(clients.id, sql.placeholder('id'))),
);

/**
 * Returns whether a client's e-mail address identifies them. An address that a client typed on their own page may belong to another person,
 * until the client signs in with a link sent there or the office enters an address. Rows that are known by an e-mail address alone, such as
 * a booking on the website, must not reach that client before.
 */
export const isOwnEmail = ({ db }: Pick<Ctx, 'db'>, clientId: number): boolean => ownEmail(db).get({ id: clientId })?.isOwn === 1;

/**
 * Marks the bookings with an e-mail address of a client that is about to be replaced, so that they stay theirs. Call it inside a
 * transaction.
 */
export function keepBookings(ctx: Ctx, { id, email }: { id: number; email: string }): void {
  if (!isOwnEmail(ctx, id)) return;
  const rows = ctx.db
    .select({ id: appointmentBookings.id })
    .from(appointmentBookings)
    .where(and(eq(appointmentBookings.clientId, id), sql`+${emailKey(sql`client_email`)} = ${emailKey(sql`${email}`)}`))
    .all();
  if (rows.length === 0) return;
  recordActivities(
    ctx,
    rows.map((row) => ({ verb: FORMER_EMAIL, entityType: 'booking', entityId: row.id })),
  );
}
