import { beforeEach, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.inventory-accounting';
import { openStaffPage } from './office';

export const openPage = (address = '/inventory-accounting') => openStaffPage(Route, address);

/** Records which of the browser's files were revoked. */
export const revoke = vi.fn();

/** Replaces the browser's files and sets the day of each test. */
export function prepareAccountingPage(): void {
  beforeEach(() => {
    revoke.mockClear();
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: revoke }));
    // Noon in Kamloops; it is already the next day in the tests' own time zone.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
  });
}
