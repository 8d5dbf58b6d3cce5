import path from 'node:path';
import { LoadHouse, rssMbOf, startServer } from './house';
import { pairedRatio } from './pairs';
import { tell } from './report';
import { openCompany } from './scale';
import { percentile } from './traffic';

const [ROUNDS, MOST_TIMES, MOST_MEMORY, MOST_LARGE_MS] = [5, 3, 1.8, 2000];
export const BARE = path.join(import.meta.dirname, 'bare-start.mjs');
/** The first jobs run a second after the start; memory is read after them. */
const SETTLED_MS = 2500;

/** Compares a start up to the first answer, and the memory after it, with a bare server; then starts on a large company's database. */
export async function start(orders: number, folder?: string): Promise<void> {
  const house = new LoadHouse();
  await house.start();
  await house.stop();
  const memory = { ours: [] as number[], bare: [] as number[] };
  const settle = () => new Promise((done) => setTimeout(done, SETTLED_MS));
  const ours = async () => {
    const startedAt = performance.now();
    await house.start();
    await (await fetch(`${house.origin}/api/health`)).text();
    const ms = performance.now() - startedAt;
    await settle();
    memory.ours.push(house.vitals().rssMb);
    await house.stop();
    return ms;
  };
  const bare = async () => {
    const startedAt = performance.now();
    const { child, origin } = await startServer([BARE, house.file], { PATH: process.env.PATH });
    await (await fetch(origin)).text();
    const ms = performance.now() - startedAt;
    await settle();
    memory.bare.push(rssMbOf(child));
    child.kill();
    return ms;
  };
  const { ratio, ours: oursMs, bare: bareMs } = await pairedRatio(ROUNDS, ours, bare);
  tell('start to the first answer', `${oursMs.toFixed(0)} ms, bare ${bareMs.toFixed(0)} ms: × ${ratio.toFixed(2)}`, ratio <= MOST_TIMES);
  const [mb, bareMb] = [percentile(memory.ours, 0.5), percentile(memory.bare, 0.5)];
  tell(
    'memory after a start',
    `${mb.toFixed(0)} MB, bare ${bareMb.toFixed(0)} MB: × ${(mb / bareMb).toFixed(2)}`,
    mb / bareMb <= MOST_MEMORY,
  );
  house.remove();
  const large = await openCompany(orders, folder);
  tell(`start with ${orders.toLocaleString('en-CA')} orders`, `${large.startMs.toFixed(0)} ms`, large.startMs <= MOST_LARGE_MS);
  await large.stop();
  large.remove();
}
