import { type SQL, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { businessDayBounds } from '../../shared/time';
import { PHONE_LENGTH } from '../clients/service';
import type { Ctx } from '../context';

/** A table of commitments with the columns that identify the person, the time and the condition. */
type Source = { table: SQL; email: SQL; phone: SQL; hasPhone: SQL; at: SQL; isCommitted: SQL };
const SOURCES: readonly Source[] = [
  {
    table: sql`contact_inquiries`,
    email: emailKey(sql`email`),
    phone: phoneKey(sql`phone`),
    // Repeats the condition of the partial index.
    hasPhone: sql`phone is not null`,
    at: sql`confirmed_at`,
    // Deleted requests count as well, so that tidying up does not change past days.
    isCommitted: sql`confirmed_at is not null and +status <> 'pending'`,
  },
  {
    table: sql`appointment_bookings`,
    email: emailKey(sql`client_email`),
    phone: phoneKey(sql`client_phone`),
    hasPhone: sql`true`,
    at: sql`created_at`,
    isCommitted: sql`+status <> 'cancelled'`,
  },
  {
    table: sql`orders`,
    email: emailKey(sql`customer_email`),
    phone: phoneKey(sql`customer_phone`),
    hasPhone: sql`true`,
    at: sql`created_at`,
    isCommitted: sql`+status <> 'cancelled'`,
  },
];

type Contact = { email: string; phone: string | null };
/** Returns the identity keys of a person: e-mail and phone, unless the phone is too short to be unique. */
const identityKeys = ({ email, phone }: Contact): string[] => [
  `email:${email}`,
  ...(phone !== null && phone.length >= PHONE_LENGTH ? [`phone:${phone}`] : []),
];

/** Returns the people who committed to something in a period as sets of identity keys; rows that share a key are one person. */
function peopleBetween(ctx: Ctx, from: string, to: string): Set<string>[] {
  const rows = SOURCES.flatMap(({ table, email, phone, at, isCommitted }) =>
    ctx.db.all<Contact>(
      sql`select ${email} as email, ${phone} as phone from ${table} where ${at} >= ${from} and ${at} < ${to} and ${isCommitted}`,
    ),
  );
  const personByKey = new Map<string, Set<string>>();
  for (const row of rows) {
    const keys = identityKeys(row);
    const person = new Set([...keys, ...keys.flatMap((key) => [...(personByKey.get(key) ?? [])])]);
    for (const key of person) personByKey.set(key, person);
  }
  return [...new Set(personByKey.values())];
}

const KINDS = ['email', 'phone'] as const;
const given = sql.placeholder;
const prepareEarlier = ({ table, at, isCommitted }: Source, is: SQL) =>
  prepared((db) =>
    db
      .select({ text: sql<string>`value` })
      .from(sql`json_each(${given('texts')})`)
      .where(sql`exists (select 1 from ${table} where ${is} = value and +${at} < ${given('before')} and ${isCommitted})`),
  );
/** The queries that return which of some keys appear in an earlier commitment. */
const FIND_EARLIER = KINDS.flatMap((kind) =>
  SOURCES.map((source) => ({
    prefix: `${kind}:`,
    find: prepareEarlier(source, kind === 'email' ? source.email : sql`${source.hasPhone} and ${source.phone}`),
  })),
);

/** Counts the people whose first commitment is on a day: a confirmed quote, or a booking or order that was not cancelled. */
export function countAcquiredClients(ctx: Ctx, day: string): number {
  const [before, to] = businessDayBounds(day);
  let people = peopleBetween(ctx, before, to);
  for (const { prefix, find } of FIND_EARLIER) {
    const keys = people.flatMap((person) => [...person].filter((key) => key.startsWith(prefix)));
    const texts = JSON.stringify(keys.map((key) => key.slice(prefix.length)));
    const known = new Set(
      find(ctx.db)
        .all({ texts, before })
        .map(({ text }) => prefix + text),
    );
    people = people.filter((person) => ![...person].some((key) => known.has(key)));
  }
  return people.length;
}
