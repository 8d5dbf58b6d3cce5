import { GCProfiler } from 'node:v8';

/** Best time of the work below on a machine that the limits are meant for, in ms. */
const USUAL_MS = 20;

function referenceWork(): number {
  const start = performance.now();
  let length = 0;
  for (let i = 0; i < 60_000; i++) length += JSON.stringify({ id: i, name: `Mop ${i}`, price: ((i * 7) % 10_000) / 100 }).length;
  return length > 0 ? performance.now() - start : 0;
}

let measured = { at: Number.NEGATIVE_INFINITY, ms: 0 };
/** Measures at most once a minute in each worker, since it takes a while. */
function measurePace(): number {
  if (performance.now() - measured.at > 60_000)
    measured = { ms: Math.min(referenceWork(), referenceWork(), referenceWork()), at: performance.now() };
  return measured.ms;
}

/** Returns the best time of five calls after a first one, in ms, since the machine may have other things to do. */
export async function timeBest(call: () => Promise<unknown>): Promise<number> {
  await call();
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/** Returns a specified limit, extended in proportion on a slower machine. */
export const onThisMachine = (limitMs: number): number => limitMs * Math.max(1, measurePace() / USUAL_MS);

/** Time of the processor that this process has used, in milliseconds, without that of what runs beside it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The longest time of the processor that one turn of the event loop took while some work was done, in milliseconds. Leaves out the collection
 * of garbage: tests have a larger young generation than the server (vitest.config.ts), and therefore fewer but longer collections.
 */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  const watch = async () => {
    while (!isDone) {
      const collections = new GCProfiler();
      collections.start();
      const startedAt = processorMs();
      await new Promise((done) => setImmediate(done));
      const tookMs = processorMs() - startedAt;
      const collectedMs = collections.stop().statistics.reduce((sum, { cost }) => sum + cost / 1000, 0);
      longest = Math.max(longest, tookMs - collectedMs);
    }
  };
  const watching = watch();
  await work();
  isDone = true;
  await watching;
  return longest;
}
