import { configure } from '@testing-library/dom';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';

// A busy machine draws late; what never comes still fails.
configure({ asyncUtilTimeout: 5000 });

// Each test has the browser to itself: nothing kept, nothing drawn, no message, its own time and globals.
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
