import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ASSIGNMENT_STATUSES, PRIORITIES, WORK_ORDER_STATUSES } from '../../src/shared/dispatch';
import { appointmentBookings } from './booking';
import { isMoney, isNotNegative, isOneOf, phoneKey } from './checks';
import { contactInquiries } from './quotes';
import { teamMembers } from './team';

export const clients = sqliteTable(
  'clients',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    latitude: real(),
    longitude: real(),
    notes: text(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: text().notNull(),
  },
  (table) => [
    check('clients_latitude', sql`${table.latitude} is null or ${table.latitude} between -90 and 90`),
    check('clients_longitude', sql`${table.longitude} is null or ${table.longitude} between -180 and 180`),
    index('clients_email').on(sql`lower(email)`),
    index('clients_phone').on(phoneKey(sql`phone`)),
  ],
);

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
    /** The booking it came from; one booking, one work order. */
    bookingId: integer()
      .unique()
      .references((): AnySQLiteColumn => appointmentBookings.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('work_orders_status', isOneOf(table.status, WORK_ORDER_STATUSES)),
    check('work_orders_priority', isOneOf(table.priority, PRIORITIES)),
    check('work_orders_estimated_duration', isNotNegative(table.estimatedDuration)),
    check('work_orders_actual_duration', isNotNegative(table.actualDuration)),
    check('work_orders_total_amount', isMoney(table.totalAmountCents)),
    check('work_orders_work_order_id', sql`${table.workOrderId} glob 'WO-*'`),
    index('work_orders_inquiry').on(table.inquiryId),
    index('work_orders_client').on(table.clientId),
    index('work_orders_status').on(table.status, table.scheduledDate),
    index('work_orders_scheduled').on(table.scheduledDate, table.status),
    index('work_orders_member').on(table.assignedTeamMemberId),
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
    status: text({ enum: ASSIGNMENT_STATUSES }).notNull().default('assigned'),
    estimatedArrival: text(),
    actualArrival: text(),
    notes: text(),
    createdAt: text().notNull(),
  },
  (table) => [
    check('work_order_assignments_status', isOneOf(table.status, ASSIGNMENT_STATUSES)),
    uniqueIndex('work_order_assignments_live')
      .on(table.workOrderId)
      .where(sql`status in ('assigned', 'accepted', 'dispatched', 'arrived')`),
    index('work_order_assignments_member').on(table.teamMemberId, table.status),
    index('work_order_assignments_work_order').on(table.workOrderId),
  ],
);
