import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { forgetJobs, readActions, removeAction } from '../../src/client/features/field/phone-store';
import { Route } from '../../src/client/routes/_field.team-member-dashboard.$id';
import { MEMBER_SESSION_KEY } from '../../src/shared/session-keys';
import { addJob, addPeople, type JobOptions } from './jobs';
import { openFieldPage, openOffice } from './office';

const KITCHEN = { component: 'Kitchen', description: 'Counters', estimated_time: 45 };
/** A job that the office gave to Dee, and the same after Dee accepted it. */
export const GIVEN: JobOptions = { row: { status: 'scheduled' }, assignment: { status: 'assigned' }, components: [KITCHEN] };
export const ACCEPTED: JobOptions = { assignment: { status: 'accepted' }, components: [KITCHEN] };

/** Opens an office with Dee signed in on a phone, and with these jobs. Nothing is shown before {@link openPage}. */
export function openPhone(jobs: JobOptions[] = [GIVEN], { client = {}, as = { member: 1 } as { member: number } | 'nobody' } = {}) {
  const session = { id: 1, name: 'Dee Marsh', role: 'cleaner', loginTime: '2026-11-20T20:00:00Z' };
  localStorage.setItem(MEMBER_SESSION_KEY, JSON.stringify(session));
  const office = openOffice({ as });
  addPeople(office, client);
  for (const [index, job] of jobs.entries()) addJob(office, index + 1, job);
  return office;
}
export const openPage = () => openFieldPage(Route, '/team-member-dashboard/1');
export const waitingActions = () => readActions(1);

/** Gives each test of a file a phone without stored jobs and actions. */
export function preparePhone(): void {
  beforeEach(() => {
    class Silence {
      addEventListener() {}
      close() {}
    }
    vi.stubGlobal('EventSource', Silence);
  });
  afterEach(async () => {
    // First, so that no page sends the actions that are removed.
    cleanup();
    await forgetJobs(1);
    for (const { place } of await readActions(1)) await removeAction(place);
  });
}
