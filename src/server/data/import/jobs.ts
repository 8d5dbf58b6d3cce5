import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared';
import { plans } from '../../../../db/schema';
import { addressKey, UNREACHABLE } from '../../../shared/clients';
import { DEFAULT_DURATION_MINUTES } from '../../../shared/dispatch';
import { DomainError } from '../../../shared/errors';
import { mailboxKey } from '../../../shared/mailbox';
import { formatRule } from '../../../shared/plans';
import { planInput } from '../../../shared/plans-schemas';
import { requiredAddress, requiredEmail, requiredLine, singleSpaced } from '../../../shared/text';
import { findOrAddAddress } from '../../clients/addresses';
import { findClient, findOrCreateClient, listAddresses } from '../../clients/service';
import { toPhoneKey } from '../../consents/phones';
import type { Ctx } from '../../context';
import { assertPlannable, createPlan } from '../../plans/service';
import type { SheetRecord } from '../sheet';
import type { Planned } from './importer';
import { findService, readAmount, readDay, readInterval, readMinutes, readTime, toIntervalRule } from './job-cells';

const DEFAULT_SERVICE = 'residential';
const DEFAULT_START = '09:00';
const ONE_TIME = 'Left out: a one-time job does not repeat. Please add it under Dispatch.';
const FREQUENCY = 'Please write Weekly, Biweekly, Every 3 weeks, Every 4 weeks or Monthly.';
const DAY = 'Please write the day of the next visit as 2026-12-01.';
const LABEL = 'Service address';

const importedPlan = prepared((db) =>
  db
    .select({ id: plans.id })
    .from(plans)
    .where(eq(plans.importKey, sql.placeholder('key'))),
);

type Cells = Record<string, string>;
type Person = { name: string; email: string | null; phone: string | null };
/** Holds what a row says; `notes` are remarks for the report, `wrong` the messages of wrong cells. */
type Job = { person: Person; address: string; input: Record<string, unknown>; notes: string[]; wrong: string[] };

const isSamePlace = (one: string, other: string): boolean => {
  const keys = [addressKey(one), addressKey(other)].sort((a, b) => a.length - b.length) as [string, string];
  return keys[0] === keys[1] || keys[1].startsWith(`${keys[0]} `);
};

function readPerson(cells: Cells, wrong: string[]): Person {
  const check = (column: string, rule: { safeParse: (text: unknown) => { error?: { issues: { message: string }[] } } }, text: string) => {
    const message = rule.safeParse(text).error?.issues[0]?.message;
    if (message) wrong.push(`${column}: ${message}`);
    return text;
  };
  const [email = '', phone = ''] = [cells['Client Email'], cells['Client Phone']];
  if (email === '' && phone === '') wrong.push(`Client Email: ${UNREACHABLE}`);
  return {
    name: check('Client Name', requiredLine(120), cells['Client Name'] ?? ''),
    email: email === '' ? null : check('Client Email', requiredEmail, email),
    phone: phone === '' ? null : check('Client Phone', requiredLine(40), phone),
  };
}

/** Reads the job of a row; undefined for one that does not repeat. */
function readJob(cells: Cells): Job | undefined {
  const [notes, wrong]: [string[], string[]] = [[], []];
  const interval = readInterval(cells.Frequency ?? '');
  if (interval === 'once') return undefined;
  if (interval === undefined) wrong.push(`Frequency: ${FREQUENCY}`);
  const person = readPerson(cells, wrong);
  /** Reads a cell, or takes the default of an empty one and says so. */
  const take = <Value>(column: string, read: (text: string) => Value | undefined, byDefault: Value, advice: string): Value => {
    const text = cells[column] ?? '';
    if (text === '') notes.push(`${column}: ${String(byDefault)}, since the file has none.`);
    const value = text === '' ? byDefault : read(text);
    if (value === undefined) wrong.push(`${column}: ${advice}`);
    return value ?? byDefault;
  };
  const service = cells.Service ?? '';
  const known = findService(service);
  if (service !== '' && known === undefined) notes.push(`Service: “${service}” is kept as it is written.`);
  const startDate = readDay(cells['Next Visit'] ?? '');
  if (startDate === undefined) wrong.push(`Next Visit: ${DAY}`);
  const price = readAmount(cells.Price ?? '');
  const input = {
    serviceType: take('Service', () => known ?? singleSpaced(service), DEFAULT_SERVICE, ''),
    rrule: toIntervalRule(interval ?? 1, startDate ?? '2026-01-01'),
    startDate: startDate ?? '2026-01-01',
    startTime: take('Start Time', readTime, DEFAULT_START, 'Please write a time such as 9:00 AM or 09:00.'),
    minutes: take('Duration', readMinutes, DEFAULT_DURATION_MINUTES, 'Please write minutes, or hours as 2h 30m or 2:30.'),
    price: price === '' ? null : price,
  };
  const address = [cells['Service Street'], cells['Service City']].filter((text) => text).join(', ');
  return { person, address, input, notes, wrong };
}

const FIELDS: Record<string, string> = {
  serviceType: 'Service',
  rrule: 'Frequency',
  startDate: 'Next Visit',
  startTime: 'Start Time',
  minutes: 'Duration',
  price: 'Price',
};

const getClientKey = ({ name, email, phone }: Person): string =>
  email === null ? `${toPhoneKey(phone ?? '') || phone} ${singleSpaced(name).toLowerCase()}` : mailboxKey(email);

/** Identifies the plan of a row by the client, the address, the service, the rule and the time, but not by the day of its next visit. */
function getImportKey({ person, address, input }: Job): string {
  const parts = [getClientKey(person), addressKey(address), input.serviceType, input.rrule, input.startTime];
  return `import:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** Returns the messages about a plan that cannot be created. */
function listFaults(ctx: Ctx, { address, input }: Job, isKnown: boolean): string[] {
  const read = planInput.safeParse({ ...input, clientId: 1 });
  const faults = (read.error?.issues ?? []).map(({ path, message }) => `${FIELDS[String(path[0])] ?? String(path[0])}: ${message}`);
  const place = address === '' ? undefined : requiredAddress(240).safeParse(address).error?.issues[0]?.message;
  if (place) faults.push(`Service Street: ${place}`);
  if (!isKnown && address === '') faults.push('Service Street: Please enter the address, since this client is new.');
  if (!read.success) return faults;
  try {
    assertPlannable(ctx, read.data);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    faults.push(`Next Visit: ${error.message}`);
  }
  return faults;
}

/** Returns the address of a plan: the client's own (null), a known one, or a new one. */
function findPlace(ctx: Ctx, client: { id: number; address: string }, address: string): number | null {
  if (address === '' || isSamePlace(client.address, address)) return null;
  const known = listAddresses(ctx, client.id).find((row) => isSamePlace(row.address, address));
  return known?.id ?? findOrAddAddress(ctx, client.id, address, LABEL) ?? null;
}

/** Creates the plan of a row, with its client and address if they are new. Call it inside a transaction. */
function writeJob(ctx: Ctx, { person, address, input }: Job, importKey: string): void {
  const client = findOrCreateClient(ctx, { ...person, address: requiredAddress(240).catch('').parse(address), notes: null });
  const addressId = client.isNew ? null : findPlace(ctx, client, address);
  createPlan(ctx, planInput.parse({ ...input, clientId: client.id, addressId }), { importKey });
}

/** Plans the rows of a file of jobs: each that repeats becomes a plan, unless an earlier row or import made it. */
export function* planJobs(ctx: Ctx, records: readonly SheetRecord[], seen: Map<string, number>): Generator<Planned> {
  for (const { row, cells, problem } of records) {
    const label = [cells['Client Name'], cells.Service].filter((text) => text).join(', ');
    const told = (outcome: Planned['told']['outcome'], messages: string[]): Planned => ({
      told: { row, outcome, label, fields: [], messages },
    });
    if (problem) {
      yield told('error', [problem]);
      continue;
    }
    const job = readJob(cells);
    if (!job) {
      yield told('unchanged', [ONE_TIME]);
      continue;
    }
    if (job.wrong.length > 0) {
      yield told('error', job.wrong);
      continue;
    }
    const key = getImportKey(job);
    const before = seen.get(key);
    const clientKey = `client ${getClientKey(job.person)}`;
    const faults = listFaults(ctx, job, seen.has(clientKey) || findClient(ctx, job.person) !== undefined);
    if (before !== undefined) yield told('unchanged', [`Row ${before} is about the same.`]);
    else if (importedPlan(ctx.db).get({ key })) yield told('unchanged', ['This plan was imported already.']);
    else if (faults.length > 0) yield told('error', faults);
    else {
      // Only a row that is written makes its plan and client known to the rows after it.
      seen.set(key, row);
      seen.set(clientKey, row);
      const words = formatRule(String(job.input.rrule), String(job.input.startTime));
      yield { ...told('create', [words, ...job.notes]), write: (within) => writeJob(within, job, key) };
    }
  }
}
