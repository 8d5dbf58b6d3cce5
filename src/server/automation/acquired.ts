import { type SQL, sql } from 'drizzle-orm';
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
  const people: Set<string>[] = [];
  for (const row of rows) {
    const keys = new Set(identityKeys(row));
    const same = people.filter((person) => [...keys].some((key) => person.has(key)));
    for (const person of same) {
      for (const key of person) keys.add(key);
      people.splice(people.indexOf(person), 1);
    }
    people.push(keys);
  }
  return people;
}

/** Returns true if a person with one of these keys had committed to something before. */
function wasKnown(ctx: Ctx, keys: ReadonlySet<string>, before: string): boolean {
  return [...keys].some((key) => {
    const [, kind, text] = /^(email|phone):(.*)$/.exec(key) ?? [];
    return SOURCES.some(({ table, email, phone, hasPhone, at, isCommitted }) => {
      const is = kind === 'email' ? sql`${email} = ${text}` : sql`${phone} = ${text} and ${hasPhone}`;
      return ctx.db.get(sql`select 1 from ${table} where ${is} and +${at} < ${before} and ${isCommitted} limit 1`) !== undefined;
    });
  });
}

/** Counts the people whose first commitment is on a day: a confirmed quote, or a booking or order that was not cancelled. */
export function countAcquiredClients(ctx: Ctx, day: string): number {
  const [from, to] = businessDayBounds(day);
  return peopleBetween(ctx, from, to).filter((keys) => !wasKnown(ctx, keys, from)).length;
}
