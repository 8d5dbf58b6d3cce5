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

/** The answer to a request for which there is no place. */
export const BUSY = 'The server is busy. Please try again in a second.';
/** The place of one request among those that are worked on. */
export type Place = { /** Takes the place; returns false when all are taken. */ enter: () => boolean; leave: () => void };

/** Counts the requests that are worked on at a time. */
export class Places {
  #taken = 0;

  constructor(readonly most: number) {}

  /** Returns the place of a request, which the request has not entered yet. */
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
