import { newBookingReference } from '../../../shared/booking-words';

const KEY = 'booking-attempts';
type Attempts = Record<string, string>;

// Without storage the page alone remembers.
let inMemory: Attempts = {};

function read(): Attempts {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Attempts;
  } catch {
    return inMemory;
  }
}

function write(attempts: Attempts): void {
  inMemory = attempts;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(attempts));
  } catch {
    // The page's own copy has it.
  }
}

/**
 * The reference under which a place is asked for, the same until {@link endAttempt}: a double click, a lost answer, a closed
 * dialog or a reload then make one booking (decisions X33).
 */
export function attemptReference(slotId: number): string {
  const attempts = read();
  const kept = attempts[slotId];
  if (kept) return kept;
  const made = newBookingReference(Date.now(), crypto.getRandomValues(new Uint8Array(5)));
  write({ ...attempts, [slotId]: made });
  return made;
}

/** The place is booked, or its reference is used up: the next try gets a new one. */
export function endAttempt(slotId: number): void {
  const { [slotId]: _ended, ...others } = read();
  write(others);
}
