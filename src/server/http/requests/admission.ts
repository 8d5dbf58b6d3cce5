import type { Logger } from 'pino';

/**
 * Admits one request per turn of the event loop. Node accepts one new connection a turn: if fifty slow requests shared a turn, a new
 * connection would wait as long for each one before it (measured: three seconds).
 */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #isGoing = false;

  /** Resolves in a turn of its own. */
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

/** Requests that run at a time; further ones are rejected at once instead of waiting. */
const AT_ONCE = 500;

export const BUSY = 'The server is busy. Please try again in a second.';
/** A place among the running requests. */
export type Place = { enter: () => boolean; leave: () => void };

class Places {
  #taken = 0;

  constructor(readonly most: number) {}

  /** Returns a place that the request has not entered yet. */
  open(): Place {
    let isTaken = false;
    return {
      enter: () => {
        if (isTaken || this.#taken >= this.most) return isTaken;
        this.#taken += 1;
        isTaken = true;
        return true;
      },
      leave: () => {
        if (isTaken) this.#taken -= 1;
        isTaken = false;
      },
    };
  }
}

/** Creates the admission of one server. Direct calls and the framework share it. */
export const createAdmission = () => ({ places: new Places(AT_ONCE), turns: new Turns() });

/** Counts rejected requests and logs their number once a second. A line for each would fill the disk of an overloaded server. */
export function countShed(log: Logger): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    setTimeout(() => {
      log.warn({ evt: 'requests.shed', count }, 'rejected requests while busy');
      count = 0;
    }, 1000).unref();
  };
}
