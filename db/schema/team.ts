import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { TEAM_ROLES } from '../../src/shared/team';
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
  ],
);

/** What members did; `workOrderId` carries no foreign key, since the log outlives what it tells of. */
export const teamMemberLogs = sqliteTable(
  'team_member_logs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    teamMemberId: integer()
      .notNull()
      .references(() => teamMembers.id, { onDelete: 'restrict' }),
    workOrderId: integer(),
    action: text().notNull(),
    details: text(),
    timestamp: text().notNull(),
  },
  (table) => [
    index('team_member_logs_member').on(table.teamMemberId, table.id),
    index('team_member_logs_work_order').on(table.workOrderId, table.id),
  ],
);
