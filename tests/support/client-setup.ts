import { configure } from '@testing-library/dom';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';

// Generous for a busy machine; a missing element still fails.
configure({ asyncUtilTimeout: 5000 });

// jsdom has typed arrays of its own, while the server behind the screens hands Buffers to libraries that check for those of Node.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);

// Gives each test a clean browser: storage, document, messages, time and globals.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  for (const { id } of readToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
