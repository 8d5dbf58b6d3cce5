import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The gate tries the same values every time, so that it fails for a change and not for the dice; FC_SEED=$RANDOM npx vitest run tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_122) });

// A console.error is a failure, wherever it comes from.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  expect(vi.mocked(console.error).mock?.calls ?? []).toEqual([]);
});
