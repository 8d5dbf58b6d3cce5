import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyNth, patience, tell, times } from '../support/length';
import { openCompany } from './company';
import { anything, mutated } from './inputs';
import { isOutside, judge, judgeAlone, judgeFile, summarize, undone } from './judge';
import { PROCEDURES, plainRoutes, plainTable, plainTargets, restTargets, type Target, trpcTargets } from './targets';

const company = await openCompany();
const TARGETS = [...trpcTargets(company), ...restTargets(company), ...plainTargets(company)];
const strays: unknown[] = [];
const note = (reason: unknown) => void strays.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => {
  process.off('unhandledRejection', note);
  company.close();
  tell(`Every call: ${summarize()}.`);
});

const runs = ({ cost }: Target, short: number, full: number) => ({ numRuns: Math.max(1, Math.ceil(times(short, full) / cost)) });

describe('the list of calls', () => {
  test('contains every procedure and route', () => {
    expect(TARGETS.filter(({ name }) => name.startsWith('trpc ')).map(({ name }) => name.slice(5))).toEqual(Object.keys(PROCEDURES));
    const written = Object.keys(plainTable(company));
    expect(written.filter((name) => !plainRoutes(company).includes(name))).toEqual([]);
  });
  test.each(TARGETS.map((target) => [target.name, target] as const))('lets %s succeed with its good input', async (_name, target) => {
    expect(await judgeAlone(company, target, target.sample)).toBeLessThan(400);
  });
});

const TIME = patience(60_000, 600_000);
describe.each(everyNth(3, TARGETS).map((target) => [target.name, target] as const))('%s', (_name, target) => {
  test('handles any input', { timeout: TIME }, async () => {
    const property = fc.asyncProperty(anything(target.sample), async (input) => void (await judgeAlone(company, target, input)));
    await fc.assert(property, runs(target, 1, 1000));
  });
  test('handles a good input with one fault', { timeout: TIME }, async () => {
    const property = fc.asyncProperty(mutated(target.sample), async (input) => void (await judgeAlone(company, target, input)));
    await fc.assert(property, runs(target, 2, 1000));
  });
});

describe('a sequence of calls', () => {
  const inside = TARGETS.filter((target) => !isOutside(target));
  // Logging out would end the session of the remaining calls.
  const writes = inside.filter(({ name, isWrite, cost }) => isWrite && cost === 1 && !name.endsWith('logout'));
  const reads = inside.filter(({ isWrite, cost }) => !isWrite && cost === 1);
  const step = fc
    .constantFrom(...writes)
    .chain((target) => fc.tuple(fc.constant(target), fc.oneof(fc.constant(target.sample), mutated(target.sample))));

  test('keeps all sums consistent and every screen readable', { timeout: TIME }, async () => {
    const walk = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
      await undone(company, async () => {
        for (const [target, input] of steps) await judge(company, target, input);
        judgeFile(company);
        for (const target of reads) await judge(company, target, target.sample);
      });
    });
    await fc.assert(walk, { numRuns: times(1, 300) });
  });

  test('keeps the database file intact and no promise unhandled', () => {
    judgeFile(company);
    expect(strays).toEqual([]);
  });
});
