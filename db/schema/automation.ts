import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  DASHBOARDS,
  OPPORTUNITY_KINDS,
  OPPORTUNITY_STATUSES,
  RUN_STATUSES,
  RUN_TRIGGERS,
  SUBJECT_TYPES,
  WORKER_KEYS,
} from '../../src/shared/automation';
import { isDay, isMoney, isNotNegative, isOneOf } from './checks';
import { contactInquiries } from './quotes';

/** The state of the two automations; the migration creates both rows. */
export const automationState = sqliteTable(
  'automation_state',
  {
    key: text({ enum: DASHBOARDS }).primaryKey(),
    isActive: integer({ mode: 'boolean' }).notNull().default(false),
    startedAt: text(),
    startedBy: text(),
    stoppedAt: text(),
  },
  (table) => [check('automation_state_key', isOneOf(table.key, DASHBOARDS))],
);

/** The ten workers; the migration creates their rows. Names and intervals are in src/shared/automation.ts. */
export const automationWorkers = sqliteTable(
  'automation_workers',
  {
    key: text({ enum: WORKER_KEYS }).primaryKey(),
    dashboard: text({ enum: DASHBOARDS }).notNull(),
    enabled: integer({ mode: 'boolean' }).notNull().default(true),
    lastRunAt: text(),
    nextRunAt: text(),
    lastStatus: text({ enum: RUN_STATUSES }),
    lastMessage: text(),
  },
  (table) => [
    check('automation_workers_key', isOneOf(table.key, WORKER_KEYS)),
    check('automation_workers_dashboard', isOneOf(table.dashboard, DASHBOARDS)),
  ],
);

/** Every run, even if it found nothing. */
export const automationRuns = sqliteTable(
  'automation_runs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workerKey: text({ enum: WORKER_KEYS }).notNull(),
    trigger: text({ enum: RUN_TRIGGERS }).notNull(),
    startedAt: text().notNull(),
    finishedAt: text(),
    status: text({ enum: RUN_STATUSES }).notNull(),
    examined: integer().notNull().default(0),
    created: integer().notNull().default(0),
    message: text().notNull(),
    error: text(),
  },
  (table) => [
    check('automation_runs_worker', isOneOf(table.workerKey, WORKER_KEYS)),
    check('automation_runs_trigger', isOneOf(table.trigger, RUN_TRIGGERS)),
    check('automation_runs_status', isOneOf(table.status, RUN_STATUSES)),
    // An index ends in the id, so this one serves the runs of a worker, newest first.
    index('automation_runs_worker_newest').on(table.workerKey),
    index('automation_runs_ok').on(table.finishedAt).where(sql`status = 'ok'`),
    index('automation_runs_started').on(table.startedAt),
  ],
);

/** Findings of the workers; `evidence` holds the supporting rows as JSON. Only a person marks one as won or lost. */
export const opportunities = sqliteTable(
  'opportunities',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: OPPORTUNITY_KINDS }).notNull(),
    dedupeKey: text().notNull().unique(),
    subjectType: text({ enum: SUBJECT_TYPES }).notNull(),
    subjectId: text().notNull(),
    title: text().notNull(),
    reason: text().notNull(),
    evidence: text().notNull(),
    score: integer().notNull(),
    valueCents: integer(),
    valueBasis: text(),
    /** The reason why this person must not be written to, "call only"; null if a message may be drafted. */
    callOnly: text(),
    status: text({ enum: OPPORTUNITY_STATUSES }).notNull().default('open'),
    closedReason: text(),
    runId: integer().references(() => automationRuns.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
    statusChangedAt: text().notNull(),
    statusChangedBy: text(),
  },
  (table) => [
    check('opportunities_kind', isOneOf(table.kind, OPPORTUNITY_KINDS)),
    check('opportunities_status', isOneOf(table.status, OPPORTUNITY_STATUSES)),
    check('opportunities_subject', isOneOf(table.subjectType, SUBJECT_TYPES)),
    check('opportunities_score', sql`typeof(${table.score}) = 'integer' and ${table.score} between 0 and 100`),
    check('opportunities_value', isMoney(table.valueCents)),
    check('opportunities_value_basis', sql`(${table.valueCents} is null) = (${table.valueBasis} is null)`),
    check('opportunities_evidence', sql`json_valid(${table.evidence})`),
    // Serves the opportunities of a kind and status, newest first.
    index('opportunities_kind_status').on(table.kind, table.status),
    index('opportunities_subject').on(table.subjectType, table.subjectId, table.kind),
    index('opportunities_run').on(table.runId),
    index('opportunities_created').on(table.createdAt, table.kind),
    index('opportunities_status').on(table.status),
    index('opportunities_value_sums').on(table.kind, table.status, table.valueCents),
  ],
);

/** A price for a quote, suggested from the prices and minutes of past jobs. */
export const priceSuggestions = sqliteTable(
  'price_suggestions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    inquiryId: integer()
      .unique()
      .references(() => contactInquiries.id, { onDelete: 'cascade' }),
    serviceType: text().notNull(),
    area: text(),
    n: integer().notNull(),
    p25Cents: integer(),
    medianCents: integer(),
    p75Cents: integer(),
    minutesMedian: integer(),
    suggestedCents: integer(),
    explanation: text().notNull(),
    runId: integer().references(() => automationRuns.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
  },
  (table) => [
    check('price_suggestions_n', isNotNegative(table.n)),
    check('price_suggestions_few', sql`${table.n} >= 5 or ${table.suggestedCents} is null`),
    check('price_suggestions_suggested', isMoney(table.suggestedCents)),
    index('price_suggestions_run').on(table.runId),
  ],
);

export const DEMAND_DIMENSIONS = ['service', 'area', 'month', 'weekday', 'window', 'competitor'] as const;
/** Demand in a period, one row for each key of a dimension; `competitor` rows hold the comparison of {@link competitorPrices}. */
export const demandSnapshots = sqliteTable(
  'demand_snapshots',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    runId: integer()
      .notNull()
      .references(() => automationRuns.id, { onDelete: 'cascade' }),
    periodStart: text().notNull(),
    periodEnd: text().notNull(),
    dimension: text({ enum: DEMAND_DIMENSIONS }).notNull(),
    key: text().notNull(),
    inquiries: integer().notNull().default(0),
    bookings: integer().notNull().default(0),
    jobsDone: integer().notNull().default(0),
    revenueCents: integer().notNull().default(0),
    converted: integer().notNull().default(0),
    /** Further figures as JSON. */
    details: text(),
  },
  (table) => [
    check('demand_snapshots_dimension', isOneOf(table.dimension, DEMAND_DIMENSIONS)),
    check('demand_snapshots_start', isDay(table.periodStart)),
    check('demand_snapshots_end', isDay(table.periodEnd)),
    check('demand_snapshots_details', sql`${table.details} is null or json_valid(${table.details})`),
    index('demand_snapshots_run').on(table.runId, table.dimension),
  ],
);

/** Prices of competitors, entered by the owner. */
export const competitorPrices = sqliteTable(
  'competitor_prices',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    competitor: text().notNull(),
    service: text().notNull(),
    priceCents: integer().notNull(),
    unit: text().notNull(),
    source: text(),
    observedOn: text().notNull(),
    enteredBy: text().notNull(),
    createdAt: text().notNull(),
  },
  (table) => [
    check('competitor_prices_price', isMoney(table.priceCents)),
    check('competitor_prices_day', isDay(table.observedOn)),
    index('competitor_prices_service').on(table.service, table.unit),
  ],
);
