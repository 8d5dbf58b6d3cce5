import { randomId } from '../../random-id';

// One checkout is one order, whatever becomes of the answer: its key stays in this tab until the order is placed, also over
// a reload. What was sent under it stays too, to find an order whose answer was lost.
const ATTEMPT_KEY = 'checkout-attempt';
const KEPT_BODIES = 5;

/** The key that makes a checkout's requests one, and the bodies sent under it as JSON, the latest first. */
export type Attempt = { key: string; sent: readonly string[] };

let memory: Attempt | undefined;

function save(attempt: Attempt | undefined): void {
  memory = attempt;
  try {
    if (attempt) sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify(attempt));
    else sessionStorage.removeItem(ATTEMPT_KEY);
  } catch {
    // Without storage the page remembers it until it is left.
  }
}

function readSaved(): Attempt | undefined {
  try {
    const { key, sent } = JSON.parse(sessionStorage.getItem(ATTEMPT_KEY) ?? '{}') as Partial<Attempt>;
    return typeof key === 'string' ? { key, sent: Array.isArray(sent) ? sent : [] } : undefined;
  } catch {
    return memory;
  }
}

/** This tab's checkout; begins one where there is none. */
export function openAttempt(): Attempt {
  const saved = readSaved();
  if (saved) return saved;
  const attempt = { key: randomId(), sent: [] };
  save(attempt);
  return attempt;
}

/** Notes a body before it is sent, and answers the key to send it with. */
export function noteSent(body: string): string {
  const { key, sent } = openAttempt();
  save({ key, sent: [body, ...sent.filter((other) => other !== body)].slice(0, KEPT_BODIES) });
  return key;
}

/** Begins another order in this checkout; answers the attempt before it. */
export function renewAttempt(): Attempt {
  const before = openAttempt();
  save({ key: randomId(), sent: [] });
  return before;
}

/** Ends the checkout: its order is placed. */
export const endAttempt = (): void => save(undefined);
