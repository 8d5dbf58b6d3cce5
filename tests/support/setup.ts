import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The gate tries the same values every time, so that it fails for a change and not for the dice; FC_SEED=$RANDOM npx vitest run tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_122) });

// A console.error is a failure, wherever it comes from. It is kept here and not in the spy, which a test may take away or clear.
let errors: unknown[][] = [];
beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...said) => void errors.push(said));
});
afterEach(() => expect(errors).toEqual([]));

/** What was told as an error so far, for a test that expects it: it is none then. */
export const takeErrors = () => errors.splice(0);
