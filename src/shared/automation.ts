import { businessTime } from './time';

// No zod here: tables and search parameters load this file.

/** The two automations: `ai` wins and keeps clients, `canaan` develops the business. */
export const DASHBOARDS = ['ai', 'canaan'] as const;
export type Dashboard = (typeof DASHBOARDS)[number];

type WorkerFacts = { dashboard: Dashboard; label: string; intervalMinutes: number };
/** The ten workers in the order of their dashboards, each with the minutes between two runs. */
export const WORKERS = {
  'lead-generation': { dashboard: 'ai', label: 'Lead generation', intervalMinutes: 30 },
  engagement: { dashboard: 'ai', label: 'Engagement', intervalMinutes: 15 },
  'quote-optimisation': { dashboard: 'ai', label: 'Quote optimisation', intervalMinutes: 60 },
  'social-content': { dashboard: 'ai', label: 'Social content', intervalMinutes: 120 },
  'market-analysis': { dashboard: 'ai', label: 'Market analysis', intervalMinutes: 240 },
  partnerships: { dashboard: 'canaan', label: 'Partnerships', intervalMinutes: 45 },
  contracts: { dashboard: 'canaan', label: 'Contracts', intervalMinutes: 60 },
  expansion: { dashboard: 'canaan', label: 'Expansion', intervalMinutes: 90 },
  alliances: { dashboard: 'canaan', label: 'Alliances', intervalMinutes: 120 },
  'competitor-analysis': { dashboard: 'canaan', label: 'Competitor analysis', intervalMinutes: 180 },
} as const satisfies Record<string, WorkerFacts>;
export type WorkerKey = keyof typeof WORKERS;
export const WORKER_KEYS = Object.keys(WORKERS) as [WorkerKey, ...WorkerKey[]];

export const RUN_TRIGGERS = ['schedule', 'manual', 'start'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];
/** `empty` looked and found nothing, `skipped` had nothing to look at. */
export const RUN_STATUSES = ['ok', 'empty', 'skipped', 'error'] as const;

export const LEAD_KINDS = ['lead_lapsed', 'lead_stale_quote', 'lead_cart', 'lead_cancelled', 'lead_onetime'] as const;
/** The kinds that the business-development dashboard counts, in its order. */
export const DEVELOPMENT_KINDS = ['partnership', 'corporate_contract', 'market_expansion', 'strategic_alliance'] as const;
export const OPPORTUNITY_KINDS = [...LEAD_KINDS, 'review_request', 'insight', ...DEVELOPMENT_KINDS] as const;
export type OpportunityKind = (typeof OPPORTUNITY_KINDS)[number];
export const KIND_NAMES: Record<OpportunityKind, string> = {
  lead_lapsed: 'Lapsed client',
  lead_stale_quote: 'Quote without an answer',
  lead_cart: 'Cart left behind',
  lead_cancelled: 'Cancelled, not booked again',
  lead_onetime: 'One clean so far',
  review_request: 'Review to ask for',
  insight: 'Change in demand',
  partnership: 'Partnership',
  corporate_contract: 'Corporate contract',
  market_expansion: 'Market expansion',
  strategic_alliance: 'Strategic alliance',
};

export const OPPORTUNITY_STATUSES = ['open', 'drafted', 'contacted', 'won', 'lost', 'dismissed', 'expired'] as const;
export type OpportunityStatus = (typeof OPPORTUNITY_STATUSES)[number];
/** The statuses that a person may set from each status. Only workers set `drafted` and `expired`. */
export const OPPORTUNITY_TRANSITIONS: Record<OpportunityStatus, readonly OpportunityStatus[]> = {
  open: ['contacted', 'won', 'lost', 'dismissed'],
  drafted: ['contacted', 'won', 'lost', 'dismissed'],
  contacted: ['won', 'lost', 'dismissed'],
  won: ['open'],
  lost: ['open'],
  dismissed: ['open'],
  expired: ['open'],
};
export const COUNTED_STATUSES = ['open', 'drafted', 'contacted', 'won'] as const satisfies readonly OpportunityStatus[];

/** Subjects of opportunities; a subject without a row of its own, such as a town, has its name as `subjectId`. */
export const SUBJECT_TYPES = [
  'client',
  'quote',
  'booking',
  'cart',
  'work-order',
  'order',
  'supplier',
  'domain',
  'town',
  'service',
  'area',
  'company',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];
/** A row that supports an opportunity, and the fact it shows. */
export type Evidence = { type: string; id: number | string; text: string };

/** Consent under CASL (S.C. 2010, c. 23, s. 10): express until withdrawn, implied by a purchase for two years, inquiry for six months. */
export const CONSENT_BASES = ['express', 'purchase', 'inquiry'] as const;
export type ConsentBasis = (typeof CONSENT_BASES)[number];

/** Planning values, which are assumptions: the value of a client, of a contract and of a partnership. */
export const CLIENT_CENTS = 150_00;
export const CONTRACT_CENTS = 12_000_00;
export const PARTNERSHIP_CENTS = 8_000_00;
/** Days of the monthly target. */
export const TARGET_DAYS = 30;
/** Percent of its progress bar that one opportunity of a kind fills. */
export const PROGRESS_FACTORS = { partnership: 20, corporate_contract: 25, market_expansion: 33, strategic_alliance: 30 } as const;
/** Returns how far a progress bar is filled, 0 to 100. */
export const getProgress = (kind: keyof typeof PROGRESS_FACTORS, count: number): number => Math.min(100, count * PROGRESS_FACTORS[kind]);
/** Returns the share of the target in percent, rounded; it may exceed 100. */
export const getCompletionRate = (acquired: number, target: number): number => Math.round((100 * acquired) / target);

type LastRun = {
  status: (typeof RUN_STATUSES)[number];
  startedAt: string;
  finishedAt: string | null;
  error: string | null;
  message: string;
};
/** Returns a sentence for each worker whose last run failed, with the time and the error; undefined if all ran well. */
export function describeFailures(workers: readonly { label: string; lastRun: LastRun | null }[]): string | undefined {
  const failures = workers.flatMap(({ label, lastRun }) =>
    lastRun?.status === 'error'
      ? `Last run failed: ${label.toLowerCase()}, ${businessTime(lastRun.finishedAt ?? lastRun.startedAt)}, ${lastRun.error ?? lastRun.message}`
      : [],
  );
  return failures.length === 0 ? undefined : failures.join(' ');
}
