import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { HOLIDAY_RULES, PLAN_BILLING, PLAN_STATUSES } from '../../src/shared/plans';
import { isDay, isMoney, isOneOf } from './checks';
import { clientAddresses, clients } from './clients';
import { teamMembers } from './team';

/** Recurring visits of a client. Their work orders carry `planId` and `planDate`. */
export const plans = sqliteTable(
  'plans',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    clientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'restrict' }),
    /** One of the client's further addresses; null for the client's own. */
    addressId: integer().references(() => clientAddresses.id, { onDelete: 'set null' }),
    serviceType: text().notNull(),
    /** The RRULE of RFC 5545, without DTSTART, UNTIL and COUNT. */
    rrule: text().notNull(),
    startDate: text().notNull(),
    /** "HH:MM" in the company's time zone. */
    startTime: text().notNull(),
    minutes: integer().notNull(),
    crewSize: integer().notNull().default(1),
    /** Price of a visit before tax and before the discount; null until the office sets it. */
    priceCents: integer(),
    discountPercent: real().notNull().default(0),
    preferredMemberId: integer().references(() => teamMembers.id, { onDelete: 'set null' }),
    /** JSON list of { component, description?, estimatedTime? }. */
    checklist: text(),
    notes: text(),
    /** Decides about visits on closed days. */
    holidayRule: text({ enum: HOLIDAY_RULES }).notNull().default('skip'),
    billing: text({ enum: PLAN_BILLING }).notNull().default('visit'),
    status: text({ enum: PLAN_STATUSES }).notNull().default('active'),
    /** The day from which a paused plan is active again; null until the office resumes it. */
    pausedUntil: text(),
    /** The last day served, or the number of visits, or neither. */
    until: text(),
    count: integer(),
    /** The plan from which an edit of the following visits split this one off. */
    parentPlanId: integer().references((): AnySQLiteColumn => plans.id, { onDelete: 'restrict' }),
    /** Identifies the row of an import, so that the same file adds nothing twice. */
    importKey: text().unique(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('plans_start_date', isDay(table.startDate)),
    check('plans_until', isDay(table.until)),
    check('plans_paused_until', isDay(table.pausedUntil)),
    check('plans_minutes', sql`${table.minutes} between 1 and 1440`),
    check('plans_crew_size', sql`${table.crewSize} between 1 and 10`),
    check('plans_price', isMoney(table.priceCents)),
    check('plans_discount', sql`${table.discountPercent} between 0 and 100`),
    check('plans_checklist', sql`${table.checklist} is null or json_valid(${table.checklist})`),
    check('plans_holiday_rule', isOneOf(table.holidayRule, HOLIDAY_RULES)),
    check('plans_billing', isOneOf(table.billing, PLAN_BILLING)),
    check('plans_status', isOneOf(table.status, PLAN_STATUSES)),
    check('plans_end', sql`${table.until} is null or ${table.count} is null`),
    check('plans_count', sql`${table.count} is null or ${table.count} > 0`),
    index('plans_client').on(table.clientId, table.status),
    index('plans_status').on(table.status),
    index('plans_address').on(table.addressId).where(sql`address_id is not null`),
    index('plans_member').on(table.preferredMemberId).where(sql`preferred_member_id is not null`),
    index('plans_parent').on(table.parentPlanId).where(sql`parent_plan_id is not null`),
  ],
);

/** Dates of a plan's rule on which it is not served as usual. */
export const planExceptions = sqliteTable(
  'plan_exceptions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    planId: integer()
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    /** The rule's day. */
    date: text().notNull(),
    kind: text({ enum: ['skipped', 'moved'] }).notNull(),
    /** The day a moved visit is held. */
    movedTo: text(),
    createdAt: text().notNull(),
  },
  (table) => [
    check('plan_exceptions_date', isDay(table.date)),
    check('plan_exceptions_moved_to', isDay(table.movedTo)),
    check(
      'plan_exceptions_kind',
      sql`${table.kind} in ('skipped', 'moved') and (${table.kind} = 'moved') = (${table.movedTo} is not null)`,
    ),
    uniqueIndex('plan_exceptions_day').on(table.planId, table.date),
  ],
);
