import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  ASSIGNMENT_STATUSES,
  DONE_STATUSES,
  LIVE_ASSIGNMENTS,
  OPEN_STATUSES,
  PRIORITIES,
  WORK_ORDER_STATUSES,
} from '../../src/shared/dispatch';
import { PHOTO_KINDS } from '../../src/shared/job-photos';
import { isMoney, isNotNegative, isOneOf, quoteWords } from './checks';
import { clientAddresses, clients } from './clients';
import { plans } from './plans';
import { contactInquiries } from './quotes';
import { teamMembers } from './team';

/** Returns the condition of rows with one of these statuses, in SQL for an index. */
const isStatusIn = (statuses: readonly string[]) => `status in (${quoteWords(statuses)})`;

const IS_LIVE = isStatusIn(LIVE_ASSIGNMENTS);

/** Sorts urgent jobs first, as dispatch lists unassigned jobs. */
export const PRIORITY_RANK = sql`case priority when 'urgent' then 0 when 'high' then 1 when 'medium' then 2 else 3 end`;

/** A finished job with a price or minutes that has no invoice, as a condition in SQL. */
export const IS_TO_BILL = `${isStatusIn(DONE_STATUSES)} and finalized_date is null and is_invoiced = 0 and (coalesce(total_amount_cents, 0) > 0 or coalesce(actual_duration, estimated_duration, 0) > 0)`;

export const workOrders = sqliteTable(
  'work_orders',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workOrderId: text().notNull().unique(),
    clientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'restrict' }),
    serviceType: text().notNull(),
    description: text(),
    scheduledDate: text().notNull(),
    processedDate: text(),
    /** False if a phone reported the start so late that `processedDate` is the time of the report. */
    isStartKnown: integer({ mode: 'boolean' }).notNull().default(true),
    completedDate: text(),
    finalizedDate: text(),
    assignedTeamMemberId: integer().references(() => teamMembers.id, { onDelete: 'set null' }),
    status: text({ enum: WORK_ORDER_STATUSES }).notNull().default('scheduled'),
    priority: text({ enum: PRIORITIES }).notNull().default('medium'),
    estimatedDuration: integer(),
    actualDuration: integer(),
    totalAmountCents: integer(),
    notes: text(),
    cancelReason: text(),
    /** The quote request it came from, until that leaves the bin for good. */
    inquiryId: integer().references((): AnySQLiteColumn => contactInquiries.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
    /** One of the client's further addresses; null for the client's own. */
    addressId: integer().references(() => clientAddresses.id, { onDelete: 'set null' }),
    /**
     * True if an invoice outside the bin is linked to the job or bills it among others. Triggers on the invoices and `invoice_jobs`
     * maintain it; a migration that rebuilds one of the tables has to drop and create them again.
     */
    isInvoiced: integer({ mode: 'boolean' }).notNull().default(false),
    /** Members that the job needs; `assignedTeamMemberId` is the one who leads them. */
    crewSize: integer().notNull().default(1),
    /** Counts the changes of its date and time, so that a reminder knows for which date it was written. */
    scheduleVersion: integer().notNull().default(1),
    /** 128 random bits, base64url: the key of the client's page of the visit. Null until the job gets reminders. */
    visitToken: text().unique(),
    /** When the client confirmed this date and time. */
    confirmedAt: text(),
    /** The plan that generated the job, and the day of the plan's rule; the job may be held on another day. */
    planId: integer().references((): AnySQLiteColumn => plans.id, { onDelete: 'set null' }),
    planDate: text(),
    /** Edited by hand: changes of the plan leave it alone. */
    detached: integer({ mode: 'boolean' }).notNull().default(false),
    /** Too few people are free at its time. */
    overbooked: integer({ mode: 'boolean' }).notNull().default(false),
    /** The plan's discount when this visit was last in line with it, so that later changes of the plan leave finished visits alone. */
    discountPercent: real().notNull().default(0),
  },
  (table) => [
    check('work_orders_status', isOneOf(table.status, WORK_ORDER_STATUSES)),
    check('work_orders_priority', isOneOf(table.priority, PRIORITIES)),
    check('work_orders_estimated_duration', isNotNegative(table.estimatedDuration)),
    check('work_orders_actual_duration', isNotNegative(table.actualDuration)),
    check('work_orders_total_amount', isMoney(table.totalAmountCents)),
    check('work_orders_crew_size', sql`${table.crewSize} between 1 and 10`),
    check('work_orders_work_order_id', sql`${table.workOrderId} glob 'WO-*'`),
    // The last six characters, by which screens name a job.
    index('work_orders_suffix').on(sql`substr(work_order_id, -6)`),
    index('work_orders_inquiry').on(table.inquiryId),
    uniqueIndex('work_orders_plan').on(table.planId, table.planDate).where(sql`plan_id is not null`),
    // Covers the query for a client's figures.
    index('work_orders_client').on(table.clientId, table.status, table.scheduledDate, table.completedDate),
    index('work_orders_status').on(table.status, table.scheduledDate),
    index('work_orders_scheduled').on(table.scheduledDate, table.status),
    index('work_orders_member').on(table.assignedTeamMemberId, table.status, table.scheduledDate),
    // A member's orders, newest first; every index ends with the id.
    index('work_orders_member_newest').on(table.assignedTeamMemberId),
    index('work_orders_address').on(table.addressId),
    index('work_orders_completed').on(table.completedDate, table.status, table.serviceType).where(sql`completed_date is not null`),
    index('work_orders_open')
      .on(PRIORITY_RANK, table.scheduledDate)
      .where(sql.raw(isStatusIn(OPEN_STATUSES))),
    // Covers the need for people at a time; a job may last a day.
    index('work_orders_need')
      .on(table.scheduledDate, table.estimatedDuration, table.crewSize, table.assignedTeamMemberId)
      .where(sql.raw(isStatusIn(OPEN_STATUSES))),
    // Finished jobs without an invoice, newest first.
    index('work_orders_to_invoice')
      .on(table.id, table.status, table.finalizedDate, table.isInvoiced)
      .where(sql.raw(`${isStatusIn(DONE_STATUSES)} and finalized_date is null and is_invoiced = 0`)),
    index('work_orders_to_bill').on(table.id).where(sql.raw(IS_TO_BILL)),
  ],
);

export const jobComponents = sqliteTable(
  'job_components',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workOrderId: integer()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
    component: text().notNull(),
    description: text(),
    estimatedTime: integer(),
    actualTime: integer(),
    isCompleted: integer({ mode: 'boolean' }).notNull().default(false),
    completedAt: text(),
    /** When it was last ticked or cleared, on the sender's clock. */
    changedAt: text(),
    notes: text(),
  },
  (table) => [
    check('job_components_estimated_time', isNotNegative(table.estimatedTime)),
    check('job_components_actual_time', isNotNegative(table.actualTime)),
    check('job_components_completed_at', sql`${table.isCompleted} = (${table.completedAt} is not null)`),
    index('job_components_work_order').on(table.workOrderId),
  ],
);

export const workOrderAssignments = sqliteTable(
  'work_order_assignments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workOrderId: integer()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
    teamMemberId: integer()
      .notNull()
      .references(() => teamMembers.id, { onDelete: 'restrict' }),
    assignedAt: text().notNull(),
    acceptedAt: text(),
    dispatchedAt: text(),
    arrivedAt: text(),
    /** When the member's part ended: the job was completed, or they were taken off it after they had arrived. */
    leftAt: text(),
    /** True for the member who leads the crew; a member who leaves the job no longer leads it. */
    isLead: integer({ mode: 'boolean' }).notNull().default(false),
    status: text({ enum: ASSIGNMENT_STATUSES }).notNull().default('assigned'),
    estimatedArrival: text(),
    actualArrival: text(),
    notes: text(),
    createdAt: text().notNull(),
  },
  (table) => [
    check('work_order_assignments_status', isOneOf(table.status, ASSIGNMENT_STATUSES)),
    uniqueIndex('work_order_assignments_live').on(table.workOrderId, table.teamMemberId).where(sql.raw(IS_LIVE)),
    uniqueIndex('work_order_assignments_lead')
      .on(table.workOrderId)
      .where(sql.raw(`is_lead and ${IS_LIVE}`)),
    // The jobs at which a member helped or helps.
    index('work_order_assignments_helper')
      .on(table.teamMemberId, table.workOrderId)
      .where(sql.raw(`is_lead = 0 and ${isStatusIn([...LIVE_ASSIGNMENTS, 'completed'])}`)),
    index('work_order_assignments_open').on(table.id).where(sql.raw(IS_LIVE)),
    index('work_order_assignments_member').on(table.teamMemberId, table.status),
    index('work_order_assignments_work_order').on(table.workOrderId, table.status),
    index('work_order_assignments_assigned').on(table.assignedAt),
  ],
);

/** Actions of members. `workOrderId` has no foreign key, since the log outlives the job. */
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
    /** When it was done: the phone's time if that can be trusted, else the server's. */
    timestamp: text().notNull(),
    /** Id that the phone gave the action; a repeated id does nothing. */
    actionId: text(),
  },
  (table) => [
    index('team_member_logs_member').on(table.teamMemberId, table.id),
    uniqueIndex('team_member_logs_action').on(table.actionId).where(sql`action_id is not null`),
    index('team_member_logs_work_order').on(table.workOrderId, table.id),
  ],
);

/** Pictures of a job before and after; the files lie in DATA_DIR/uploads, named by `fileName`. */
export const workOrderPhotos = sqliteTable(
  'work_order_photos',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workOrderId: integer()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
    teamMemberId: integer().references(() => teamMembers.id, { onDelete: 'set null' }),
    kind: text({ enum: PHOTO_KINDS }).notNull(),
    fileName: text().notNull().unique(),
    width: integer().notNull(),
    height: integer().notNull(),
    takenAt: text().notNull(),
    /** Id that the phone gave the upload; a repeated id does nothing. */
    actionId: text().unique(),
    createdAt: text().notNull(),
  },
  (table) => [
    check('work_order_photos_kind', isOneOf(table.kind, PHOTO_KINDS)),
    check('work_order_photos_width', isNotNegative(table.width)),
    check('work_order_photos_height', isNotNegative(table.height)),
    index('work_order_photos_work_order').on(table.workOrderId),
    index('work_order_photos_member').on(table.teamMemberId),
  ],
);
