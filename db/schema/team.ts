import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { TEAM_ROLES, TIME_OFF_STATUSES } from '../../src/shared/team';
import { isDay, isMoney, isOneOf } from './checks';

export const teamMembers = sqliteTable(
  'team_members',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    employeeId: text().notNull().unique(),
    passwordHash: text().notNull(),
    mustChangePassword: integer({ mode: 'boolean' }).notNull().default(true),
    temporaryPasswordExpiresAt: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    role: text({ enum: TEAM_ROLES }).notNull().default('cleaner'),
    /** A JSON list of words. */
    specializations: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    hireDate: text().notNull(),
    hourlyRateCents: integer(),
    emergencyContact: text(),
    emergencyPhone: text(),
    address: text(),
    notes: text(),
    lastLogin: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('team_members_role', isOneOf(table.role, TEAM_ROLES)),
    check('team_members_hire_date', isDay(table.hireDate)),
    check('team_members_hourly_rate', isMoney(table.hourlyRateCents)),
    check('team_members_specializations', sql`json_valid(${table.specializations})`),
    uniqueIndex('team_members_email').on(sql`lower(email)`),
    uniqueIndex('team_members_employee_id').on(sql`lower(employee_id)`),
  ],
);

/** Days on which a member does not work: requested by the member, or entered by the office. */
export const timeOff = sqliteTable(
  'time_off',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    teamMemberId: integer()
      .notNull()
      .references(() => teamMembers.id, { onDelete: 'cascade' }),
    startDate: text().notNull(),
    endDate: text().notNull(),
    reason: text(),
    status: text({ enum: TIME_OFF_STATUSES }).notNull().default('requested'),
    createdAt: text().notNull(),
    decidedAt: text(),
  },
  (table) => [
    check('time_off_status', isOneOf(table.status, TIME_OFF_STATUSES)),
    check('time_off_start', isDay(table.startDate)),
    check('time_off_end', isDay(table.endDate)),
    check('time_off_order', sql`${table.startDate} <= ${table.endDate}`),
    index('time_off_member').on(table.teamMemberId, table.endDate),
    index('time_off_status').on(table.status, table.endDate),
  ],
);

/** Hours in which a member works each week; a member without rows works the company's posted hours. */
export const memberHours = sqliteTable(
  'member_hours',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    teamMemberId: integer()
      .notNull()
      .references(() => teamMembers.id, { onDelete: 'cascade' }),
    /** 0 is Sunday. */
    weekday: integer().notNull(),
    opens: text().notNull(),
    closes: text().notNull(),
  },
  (table) => [
    check('member_hours_weekday', sql`${table.weekday} between 0 and 6`),
    check('member_hours_order', sql`${table.opens} < ${table.closes}`),
    uniqueIndex('member_hours_member').on(table.teamMemberId, table.weekday, table.opens),
  ],
);

export const memberName = sql<string>`${teamMembers.firstName} || ' ' || ${teamMembers.lastName}`;
