import { afterEach, beforeEach, expect, vi } from 'vitest';

// A console.error is a failure, wherever it comes from.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  expect(vi.mocked(console.error).mock?.calls ?? []).toEqual([]);
});
