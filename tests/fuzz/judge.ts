import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import { LEAK, refusalOf } from '../support/http';
import type { Company } from './company';
import type { Target } from './targets';

/** The longest that any call may take. */
const LIMIT_MS = 2000;
/** A name that a file may have everywhere, and no second header. */
const FILE = /^(inline|attachment); filename="[\w.-]{1,200}"$/;
const PLACES = [process.cwd(), tmpdir(), import.meta.dirname];

const newTally = () => ({ calls: 0, accepted: 0, slowest: { ms: 0, name: '' }, statuses: new Map<number, number>() });
/** The results of one file's calls. */
let tally = newTally();

const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') === true;

/** The text of an answer; of a stream what comes at once. */
async function textOf(response: Response): Promise<string> {
  if (!isStream(response)) return Buffer.from(await response.arrayBuffer()).toString('latin1');
  const reader = response.body?.getReader();
  let told = '';
  while (!told.includes('httpStatus')) {
    const next = await Promise.race([reader?.read(), new Promise<undefined>((done) => setTimeout(done, 40))]);
    if (!next || next.done) break;
    told += Buffer.from(next.value as Uint8Array).toString('latin1');
  }
  await reader?.cancel();
  return told;
}
/** A stream always starts with status 200, so the status of its first event counts. */
const statusOf = (response: Response, told: string): number =>
  isStream(response) ? Number(/"httpStatus":(\d+)/.exec(told)?.[1] ?? response.status) : response.status;

/**
 * Makes a call and holds its answer against what is promised of every one: no 5xx, no waiting, nothing told of the inside, and a
 * refusal in the documented shape. Answers its status and what it said.
 */
export async function judgeRequest(
  { app }: Company,
  name: string,
  request: Request,
): Promise<{ status: number; told: string; headers: Headers }> {
  const startedAt = performance.now();
  const response = await app.request(request);
  const told = await textOf(response);
  const ms = performance.now() - startedAt;
  const { headers } = response;
  const status = statusOf(response, told);
  tally.calls += 1;
  tally.accepted += Number(response.ok);
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  if (ms > tally.slowest.ms) tally.slowest = { ms, name };
  if (status >= 500 || ms > LIMIT_MS) throw new Error(`${name} answered ${status} after ${Math.round(ms)} ms: ${told.slice(0, 400)}`);
  // The backup of the database is one, and says so.
  if (!headers.get('content-type')?.includes('sqlite')) expect(told).not.toMatch(LEAK);
  const leaked = PLACES.filter((place) => told.includes(place));
  if (leaked.length > 0) throw new Error(`${leaked} in ${told.slice(0, 400)}`);
  const file = headers.get('content-disposition');
  if (file !== null) expect(file).toMatch(FILE);
  const isCall = !isStream(response) && /^\/(api|trpc)\//.test(new URL(request.url).pathname);
  if (status >= 400 && isCall && request.method !== 'HEAD') await refusalOf(new Response(Buffer.from(told, 'latin1'), response), status);
  return { status, told, headers };
}

/** The same for an input of a target; answers the status. */
export const judge = async (company: Company, { name, call }: Target, input: unknown): Promise<number> =>
  (await judgeRequest(company, name, call(input))).status;

/** Returns the results of the calls in one line and starts a new count for the next file. */
export function summarize(): string {
  const { calls, accepted, slowest, statuses } = tally;
  tally = newTally();
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  return `${calls} calls, ${accepted} accepted; the slowest took ${Math.round(slowest.ms)} ms (${slowest.name}); ${counts.join(', ')}`;
}

/** Calls that write through a connection of their own, which waits for an open transaction. */
export const isOutside = ({ name }: Target): boolean => ['trpc data.backUp', 'GET /api/ready'].includes(name);

/** Does something to the company as it was made; whatever was written is looked at and then undone. */
export async function undone<T>({ shop }: Company, work: () => Promise<T>): Promise<T> {
  const sqlite = shop.db.$client;
  // One that ran out of time has left its own open.
  if (sqlite.inTransaction) sqlite.exec('rollback');
  sqlite.exec('begin');
  try {
    return await work();
  } finally {
    sqlite.exec('rollback');
  }
}

/** One call on the company as it was made. */
export async function judgeAlone(company: Company, target: Target, input: unknown): Promise<number> {
  if (isOutside(target)) return judge(company, target, input);
  return undone(company, async () => {
    const status = await judge(company, target, input);
    if (target.isWrite && status < 300) judgeDatabase(company);
    return status;
  });
}

/** Messages whose headers would be more than one line each. */
const BROKEN_HEADERS = `select id from outbox where "to" || subject glob '*[' || char(1) || '-' || char(31) || ']*'`;

/** Holds the database against what must be true of it whatever was called. */
export function judgeDatabase({ shop }: Company): void {
  expect(checkInvariants(shop.db.$client).filter(({ count }) => count > 0)).toEqual([]);
  expect(shop.db.$client.prepare(BROKEN_HEADERS).all()).toEqual([]);
}
/** The same, and that the file itself is whole. */
export function judgeFile(company: Company): void {
  judgeDatabase(company);
  const sqlite = company.shop.db.$client;
  expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
}
