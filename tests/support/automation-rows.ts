import { WORKER_KEYS, WORKERS } from '../../src/shared/automation';
import type { Opportunity, Worker } from '../../src/shared/automation-schemas';

export const RUN = {
  id: 4,
  workerKey: 'lead-generation',
  trigger: 'schedule',
  startedAt: '2026-11-20T20:00:00.000Z',
  finishedAt: '2026-11-20T20:00:00.000Z',
  status: 'ok',
  examined: 14,
  created: 2,
  message: 'Examined 14, created 2.',
  error: null,
} as const;
export const workersOf = (dashboard: 'ai' | 'canaan'): Worker[] =>
  WORKER_KEYS.filter((key) => WORKERS[key].dashboard === dashboard).map((key, place) => ({
    key,
    label: WORKERS[key].label,
    intervalMinutes: WORKERS[key].intervalMinutes,
    enabled: place !== 1,
    lastRunAt: place === 0 ? RUN.startedAt : null,
    nextRunAt: place === 0 ? '2026-11-20T20:30:00.000Z' : null,
    lastRun: place === 0 ? { ...RUN, workerKey: key } : null,
  }));
export const LEAD: Opportunity = {
  id: 7,
  kind: 'lead_lapsed',
  subjectType: 'client',
  subjectId: '12',
  title: 'Maria Santos has not been back',
  reason: '3 jobs, last on 2 September, usual gap 28 days.',
  evidence: [{ type: 'work-order', id: 3, text: 'WO-3, finished 2 September' }],
  score: 72,
  value: '149.00',
  valueBasis: 'median of 3 jobs',
  callOnly: 'No consent on record: call only.',
  status: 'open',
  closedReason: null,
  runId: 4,
  messageId: null,
  createdAt: '2026-11-20T20:00:00.000Z',
  statusChangedAt: '2026-11-20T20:00:00.000Z',
  statusChangedBy: null,
};
