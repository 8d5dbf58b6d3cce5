import path from 'node:path';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { fillStorefront, fillYears } from './company';
import { cpuSecondsOf, LoadHouse, startServer } from './house';
import { pairedRatio } from './pairs';
import { tell } from './report';
import { send } from './traffic';

const ROUNDS = 5;
const SECONDS = 2;

/** One request whose rate is compared: ours, and what the bare server answers for it. */
type Share = { name: string; path: string; bare?: string; headers: Record<string, string>; goal: number };
const query = (name: string, input: unknown) => `/trpc/${name}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`;
const BROTLI = { 'accept-encoding': 'gzip, deflate, br' };

/** Compares requests per second of processor time with a bare server's, which a busy machine changes less than requests per second. */
async function compare(house: LoadHouse, shares: Share[]): Promise<void> {
  const args = [...process.execArgv, path.join(import.meta.dirname, 'bare.ts'), '--copy', house.origin, '--file', house.file];
  const bare = await startServer(args, process.env);
  const rate = async (origin: string, cpuSeconds: () => number, target: string, headers: Record<string, string>) => {
    const from = cpuSeconds();
    const { answers, errors } = await send(origin, {
      connections: 32,
      seconds: SECONDS,
      next: () => ({ method: 'GET', path: target, headers }),
    });
    const bad = answers.find(({ status }) => status !== 200);
    if (errors > 0 || bad) throw new Error(`${target}: ${errors} errors, ${bad?.status}`);
    return answers.length / (cpuSeconds() - from);
  };
  for (const { name, path: target, bare: other = target, headers, goal } of shares) {
    const measureOurs = () => rate(house.origin, () => house.cpuSeconds, target, headers);
    const measureBare = () => rate(bare.origin, () => cpuSecondsOf(bare.child), other, headers);
    // The first seconds also pay for the compilation of the code, which is no part of an answer.
    await measureOurs();
    await measureBare();
    const { ours, ratio } = await pairedRatio(ROUNDS, measureOurs, measureBare);
    tell(name, `${ratio.toFixed(2)} of bare (goal ${goal}), ${Math.round(ours)} a processor second`, ratio >= goal);
  }
  bare.child.kill('SIGTERM');
}

async function openWith(fill: (file: string) => void): Promise<LoadHouse> {
  const house = new LoadHouse();
  await house.start();
  await house.stop();
  fill(house.file);
  await house.start();
  return house;
}

/** Public pages and lists against the same bytes from a bare server. */
export async function publicShares(): Promise<void> {
  const house = await openWith(fillStorefront);
  const date = addDays(businessDay(new Date()), 3);
  await compare(house, [
    { name: 'the catalogue as the store calls it', path: query('store.browse', {}), headers: BROTLI, goal: 0.55 },
    { name: 'GET /api/products', path: '/api/products', headers: BROTLI, goal: 0.55 },
    { name: 'GET /api/appointment-slots', path: `/api/appointment-slots?date=${date}`, headers: BROTLI, goal: 0.55 },
    { name: 'the landing page', path: '/', headers: BROTLI, goal: 0.8 },
    { name: 'the store', path: '/store', headers: BROTLI, goal: 0.8 },
  ]);
  await house.stop();
  house.remove();
}

/** Lists of the office against prepared statements and JSON.stringify. */
export async function officeShares(): Promise<void> {
  const house = await openWith(fillYears);
  const headers = await house.signIn();
  await compare(house, [
    { name: "the owner's quotes", path: query('quotes.list', { limit: 25 }), bare: '/quotes', headers, goal: 0.8 },
    { name: "the owner's orders", path: query('store.listOrders', { limit: 25 }), bare: '/orders', headers, goal: 0.8 },
  ]);
  await house.stop();
  house.remove();
}
