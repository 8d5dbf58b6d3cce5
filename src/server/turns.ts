import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Lets requests in one after another, a turn of the event loop each. Node takes in one new connection a turn: when fifty busy
 * ones were answered in a single turn, the next one would wait as long for each connection before it (measured: three seconds).
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isGoing = false;

  /** Resolves in a turn that nobody else has. */
  next(): Promise<void> {
    return new Promise((letIn) => {
      this.#waiting.push(letIn);
      if (!this.#isGoing) this.#go();
    });
  }

  #go(): void {
    this.#isGoing = true;
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#go();
      else this.#isGoing = false;
    });
  }
}

const SLICE_MS = 10;
/** Collects items whose making takes long, and lets other work run after every 10 ms of it. */
export async function collectInSlices<Item>(items: Iterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    collected.push(item);
    if (performance.now() - startedAt < SLICE_MS) continue;
    await nextTurn();
    startedAt = performance.now();
  }
  return collected;
}

/** Counts requests that were turned away, and logs how many once a second: a line each would fill the disk when there is too much to do already. */
export function countShed(log: Logger): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    setTimeout(() => {
      log.warn({ evt: 'requests.shed', count }, 'requests were turned away');
      count = 0;
    }, 1000).unref();
  };
}
