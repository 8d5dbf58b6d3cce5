import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { prepared } from '../../../db/prepared';
import { workOrders } from '../../../db/schema';
import { WORK_ORDER_STATUSES } from '../../shared/dispatch';
import {
  type everythingFound,
  type everythingInput,
  RECORD_KINDS,
  type RecordKey,
  type RecordKind,
  type recordsFound,
  type recordsInput,
} from '../../shared/search';
import type { Ctx } from '../context';
import { findUnassigned } from '../dispatch/board';
import { FINDERS, parseQuery } from './finders';
import { summarizeRecords } from './records';

/** Clients found first whose jobs are found with them: a job has no name of its own. */
const CLIENTS_WITH_JOBS = 2;

const jobsOfClient = prepared((db) =>
  db
    .select({ id: workOrders.id, scheduledDate: workOrders.scheduledDate })
    .from(workOrders)
    .where(and(eq(workOrders.clientId, sql.placeholder('clientId')), eq(workOrders.status, sql.placeholder('status'))))
    .orderBy(desc(workOrders.scheduledDate))
    .limit(sql.placeholder('limit')),
);

/** Returns the newest jobs of the first clients. The index holds a client's jobs by status, so it is read once for each. */
const findClientJobs = (ctx: Ctx, clientIds: readonly number[], limit: number): number[] =>
  clientIds
    .slice(0, CLIENTS_WITH_JOBS)
    .flatMap((clientId) => WORK_ORDER_STATUSES.flatMap((status) => jobsOfClient(ctx.db).all({ clientId, status, limit })))
    .sort((a, b) => (a.scheduledDate < b.scheduledDate ? 1 : -1))
    .map(({ id }) => id);

/**
 * Finds records of every kind by the words of a text, newest first: at most `limit` of each kind, after those whose name, number, e-mail
 * or phone is the text itself. Words of fewer than three characters are looked for among the newest rows only.
 */
export function searchEverything(ctx: Ctx, { text, limit }: z.output<typeof everythingInput>): z.output<typeof everythingFound> {
  if (text === '') return { rows: [] };
  const query = parseQuery(text);
  const exact: RecordKey[] = [];
  const others: RecordKey[] = [];
  const found = new Map<RecordKind, number[]>();
  for (const kind of RECORD_KINDS) {
    const { find, findExact } = FINDERS[kind];
    const named = findExact(ctx, query, limit).slice(0, limit);
    const isJob = kind === 'work-order';
    const more = isJob ? [...find(ctx, query, limit), ...findClientJobs(ctx, found.get('client') ?? [], limit)] : find(ctx, query, limit);
    const ids = [...new Set([...named, ...more])].slice(0, limit);
    found.set(kind, ids);
    for (const id of ids) (named.includes(id) ? exact : others).push({ kind, id });
  }
  const isExact = new Set(summarizeRecords(ctx, exact));
  const rows = [...isExact, ...summarizeRecords(ctx, others)];
  const jobs = rows.filter(({ kind }) => kind === 'work-order').map(({ id }) => id);
  const unassigned = findUnassigned(ctx, jobs);
  return {
    rows: rows.map((row) => ({ ...row, isExact: isExact.has(row), isUnassigned: row.kind === 'work-order' && unassigned.has(row.id) })),
  };
}

/** Returns how some records are named now, such as those that a device opened last. */
export const findRecords = (ctx: Ctx, { records }: z.output<typeof recordsInput>): z.output<typeof recordsFound> => ({
  rows: summarizeRecords(ctx, records),
});
