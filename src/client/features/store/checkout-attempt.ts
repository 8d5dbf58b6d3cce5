import { tryStorage } from '../../browser-store';
import { randomId } from '../../random-id';

// A checkout places one order, even if the response is lost: its idempotency key stays in this tab until the order is placed, also
// after a reload. The bodies sent under it stay too, to find an order whose response was lost.
const ATTEMPT_KEY = 'checkout-attempt';
const KEPT_BODIES = 5;

/** The idempotency key of a checkout, and the JSON bodies sent under it, newest first. */
export type Attempt = { key: string; sent: readonly string[] };

let memory: Attempt | undefined;

function save(attempt: Attempt | undefined): void {
  memory = attempt;
  // Without storage the attempt lasts as long as the page.
  tryStorage(() => (attempt ? sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify(attempt)) : sessionStorage.removeItem(ATTEMPT_KEY)));
}

function readSaved(): Attempt | undefined {
  const saved = tryStorage(() => JSON.parse(sessionStorage.getItem(ATTEMPT_KEY) ?? '{}') as Partial<Attempt>);
  if (!saved) return memory;
  const { key, sent } = saved;
  return typeof key === 'string' ? { key, sent: Array.isArray(sent) ? sent : [] } : undefined;
}

export function openAttempt(): Attempt {
  const saved = readSaved();
  if (saved) return saved;
  const attempt = { key: randomId(), sent: [] };
  save(attempt);
  return attempt;
}

export function recordBody(body: string): string {
  const { key, sent } = openAttempt();
  save({ key, sent: [body, ...sent.filter((other) => other !== body)].slice(0, KEPT_BODIES) });
  return key;
}

export function renewAttempt(): Attempt {
  const before = openAttempt();
  save({ key: randomId(), sent: [] });
  return before;
}

export const endAttempt = (): void => save(undefined);
