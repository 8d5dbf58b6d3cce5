import { beforeEach, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.inventory-accounting';
import { openStaffPage } from './office';

export const openPage = (address = '/inventory-accounting') => openStaffPage(Route, address);

/** Is told which of the browser's files were taken back. */
export const revoke = vi.fn();

/** The browser's files and the day that each test of the file meets. */
export function prepareAccountingPage(): void {
  beforeEach(() => {
    revoke.mockClear();
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: revoke }));
    // Noon in Kamloops; the tests' own zone is on the next day already.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
  });
}
