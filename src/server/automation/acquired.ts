import { type SQL, sql } from 'drizzle-orm';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { businessDayBounds } from '../../shared/time';
import { PHONE_LENGTH } from '../clients/service';
import type { Ctx } from '../trpc';

/** What counts as a commitment: in which table, by whom, since when, and what it must be. */
type Source = { table: SQL; email: SQL; phone: SQL; hasPhone: SQL; at: SQL; isCommitted: SQL };
const SOURCES: readonly Source[] = [
  {
    table: sql`contact_inquiries`,
    email: emailKey(sql`email`),
    phone: phoneKey(sql`phone`),
    // In the words of its index, which leaves out those without one.
    hasPhone: sql`phone is not null`,
    at: sql`confirmed_at`,
    // In the bin too: what was counted stays so when the office tidies up.
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

/** By what a person is known; a phone too short to be one's own is none. */
type Marks = { email: string; phone: string | null };
const marksOf = ({ email, phone }: Marks): string[] => [
  `email:${email}`,
  ...(phone !== null && phone.length >= PHONE_LENGTH ? [`phone:${phone}`] : []),
];

/** Those who committed to something in a time, each with all marks they go by: who shares a mark is one person. */
function peopleBetween(ctx: Ctx, from: string, to: string): Set<string>[] {
  const rows = SOURCES.flatMap(({ table, email, phone, at, isCommitted }) =>
    ctx.db.all<Marks>(
      sql`select ${email} as email, ${phone} as phone from ${table} where ${at} >= ${from} and ${at} < ${to} and ${isCommitted}`,
    ),
  );
  const people: Set<string>[] = [];
  for (const row of rows) {
    const marks = new Set(marksOf(row));
    const same = people.filter((person) => [...marks].some((mark) => person.has(mark)));
    for (const person of same) {
      for (const mark of person) marks.add(mark);
      people.splice(people.indexOf(person), 1);
    }
    people.push(marks);
  }
  return people;
}

/** Whether somebody of these marks had committed to something before. */
function wasKnown(ctx: Ctx, marks: ReadonlySet<string>, before: string): boolean {
  return [...marks].some((mark) => {
    const [, kind, text] = /^(email|phone):(.*)$/.exec(mark) ?? [];
    return SOURCES.some(({ table, email, phone, hasPhone, at, isCommitted }) => {
      const is = kind === 'email' ? sql`${email} = ${text}` : sql`${phone} = ${text} and ${hasPhone}`;
      return ctx.db.get(sql`select 1 from ${table} where ${is} and +${at} < ${before} and ${isCommitted} limit 1`) !== undefined;
    });
  });
}

/**
 * How many clients were won on a day of the company: people whose first commitment (a confirmed quote, a booking or an order that was
 * not cancelled) is on it, one for each e-mail address and phone number.
 */
export function countAcquired(ctx: Ctx, day: string): number {
  const [from, to] = businessDayBounds(day);
  return peopleBetween(ctx, from, to).filter((marks) => !wasKnown(ctx, marks, from)).length;
}
