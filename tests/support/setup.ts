import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Random tests use the same seed every time, so that a failure comes from a change. FC_SEED=$RANDOM npx vitest run uses another.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_122) });

// A console.error fails the test. The list is kept apart from the spy, which a test may clear.
let errors: unknown[][] = [];
beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...said) => void errors.push(said));
});
afterEach(() => expect(errors).toEqual([]));

/** Takes the errors logged so far, for a test that expects them. */
export const takeErrors = () => errors.splice(0);
