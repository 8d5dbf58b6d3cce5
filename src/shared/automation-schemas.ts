import { z } from 'zod';
import { DASHBOARDS, OPPORTUNITY_KINDS, OPPORTUNITY_STATUSES, RUN_STATUSES, RUN_TRIGGERS, SUBJECT_TYPES, WORKER_KEYS } from './automation';
import { pageSchema, sortedPage, sortedPageSchema } from './page';
import { byId, idSchema, optionalLine } from './text';

export const byWorker = z.object({ key: z.enum(WORKER_KEYS, 'There is no such worker.') });
export const byDashboard = z.object({ dashboard: z.enum(DASHBOARDS, 'There is no such automation.') });
export const workerSwitch = byWorker.extend({ enabled: z.boolean('Please say whether it is on.') });

/** `GET /api/ai/status`. */
export const aiStatus = z.object({
  isActive: z.boolean(),
  dailyClientsAcquired: z.int(),
  dailyTarget: z.int(),
  completionRate: z.int(),
  message: z.string(),
});
/** `GET /api/canaan/status`. */
export const canaanStatus = z.object({
  isRunning: z.boolean(),
  totalOpportunities: z.int(),
  partnershipOpportunities: z.int(),
  corporateContracts: z.int(),
  marketExpansions: z.int(),
  strategicAlliances: z.int(),
  teamMembers: z.array(z.string()),
  focusAreas: z.array(z.string()),
});

export const runSchema = z.object({
  id: z.int(),
  workerKey: z.enum(WORKER_KEYS),
  trigger: z.enum(RUN_TRIGGERS),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  status: z.enum(RUN_STATUSES),
  examined: z.int(),
  created: z.int(),
  message: z.string(),
  error: z.string().nullable(),
});
export type Run = z.output<typeof runSchema>;
export const workerSchema = z.object({
  key: z.enum(WORKER_KEYS),
  label: z.string(),
  intervalMinutes: z.int(),
  enabled: z.boolean(),
  lastRunAt: z.string().nullable(),
  /** Null while the worker or its automation is off. */
  nextRunAt: z.string().nullable(),
  lastRun: runSchema.nullable(),
});
export type Worker = z.output<typeof workerSchema>;
export const workerList = z.object({ startedAt: z.string().nullable(), startedBy: z.string().nullable(), workers: z.array(workerSchema) });
export const runListInput = byWorker.extend({ limit: z.int().min(1).max(100).default(20), cursor: idSchema.nullish() });
export const runList = pageSchema(runSchema);

/** Estimates and actual income. */
export const aiFigures = z.object({
  estimatedRevenue: z.string(),
  monthlyTarget: z.string(),
  invoicedToday: z.string(),
  receivedToday: z.string(),
  receivedThisMonth: z.string(),
  draftsWaiting: z.int(),
});
/** Planning values, and the sums of the values stored with the opportunities. */
export const canaanFigures = z.object({
  contractValue: z.string(),
  partnershipRevenue: z.string(),
  /** The sum over open, drafted, contacted and won opportunities. */
  storedValue: z.string(),
  wonValue: z.string(),
});

const evidenceSchema = z.object({ type: z.string(), id: z.union([z.int(), z.string()]), text: z.string() });
export const opportunitySchema = z.object({
  id: z.int(),
  kind: z.enum(OPPORTUNITY_KINDS),
  subjectType: z.enum(SUBJECT_TYPES),
  subjectId: z.string(),
  title: z.string(),
  reason: z.string(),
  evidence: z.array(evidenceSchema),
  score: z.int(),
  value: z.string().nullable(),
  valueBasis: z.string().nullable(),
  callOnly: z.string().nullable(),
  status: z.enum(OPPORTUNITY_STATUSES),
  closedReason: z.string().nullable(),
  runId: z.int().nullable(),
  /** The newest message about it, or null. */
  messageId: z.int().nullable(),
  createdAt: z.string(),
  statusChangedAt: z.string(),
  statusChangedBy: z.string().nullable(),
});
export type Opportunity = z.output<typeof opportunitySchema>;

/** `live` stands for open, drafted and contacted. */
const OPPORTUNITY_VIEWS = ['live', 'all', ...OPPORTUNITY_STATUSES] as const;
export const OPPORTUNITY_ORDERS = ['score', 'value', 'found'] as const;
export const opportunityListInput = z.object({
  kinds: z.array(z.enum(OPPORTUNITY_KINDS)).min(1).max(OPPORTUNITY_KINDS.length),
  view: z.enum(OPPORTUNITY_VIEWS).default('live'),
  runId: idSchema.nullish(),
  ...sortedPage(...OPPORTUNITY_ORDERS),
});
export const opportunityList = sortedPageSchema(opportunitySchema);
/** The decision of a person; `reason` explains why it was dismissed or lost. */
export const opportunityChange = byId.extend({
  status: z.enum(OPPORTUNITY_STATUSES, `Please choose a status: ${OPPORTUNITY_STATUSES.join(', ')}.`),
  reason: optionalLine(240),
});
