import { newBookingReference } from '../../../shared/booking';
import { tryStorage } from '../../browser-store';
import { getMilliseconds } from '../../milliseconds';

const KEY = 'booking-attempts';
type Attempts = Record<string, string>;

// Used if the browser has no storage.
let inMemory: Attempts = {};

const read = (): Attempts => tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Attempts) ?? inMemory;

function write(attempts: Attempts): void {
  inMemory = attempts;
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(attempts)));
}

/**
 * Returns the booking reference of a slot, which stays the same until {@link endAttempt}: a double click, a lost response, a closed dialog
 * or a reload then make one booking.
 */
export function attemptReference(slotId: number): string {
  const attempts = read();
  const kept = attempts[slotId];
  if (kept) return kept;
  const made = newBookingReference(getMilliseconds(), crypto.getRandomValues(new Uint8Array(5)));
  write({ ...attempts, [slotId]: made });
  return made;
}

/** Forgets the reference of a slot once it is booked or the reference is used up. */
export function endAttempt(slotId: number): void {
  const { [slotId]: _ended, ...others } = read();
  write(others);
}
