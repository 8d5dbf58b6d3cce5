import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { FieldAction, FieldDashboard } from '../../../shared/field';

/** Action with its place in the queue, the server's sentence if it was refused, and the number of server errors over it. */
export type QueuedAction = FieldAction & { place: number; refusal?: string; faults?: number };

interface PhoneSchema extends DBSchema {
  jobs: { key: number; value: { dashboard: FieldDashboard; at: string } };
  actions: { key: number; value: FieldAction & Partial<Pick<QueuedAction, 'place' | 'refusal' | 'faults'>> };
}

let opening: Promise<IDBPDatabase<PhoneSchema>> | undefined;
/** Opens the phone's database. Rejects in a browser without one; the screen works without it. */
function openPhone(): Promise<IDBPDatabase<PhoneSchema>> {
  opening ??= openDB<PhoneSchema>('tidyline-field', 2, {
    upgrade: (db, oldVersion) => {
      // Jobs that an older version of the page stored lack fields of this one.
      if (oldVersion > 0) db.deleteObjectStore('jobs');
      db.createObjectStore('jobs');
      if (oldVersion === 0) db.createObjectStore('actions', { keyPath: 'place', autoIncrement: true });
    },
    terminated: () => {
      opening = undefined;
    },
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

export const readKeptJobs = async (memberId: number) => (await openPhone()).get('jobs', memberId);
export const keepJobs = async (memberId: number, dashboard: FieldDashboard, at: string) =>
  (await openPhone()).put('jobs', { dashboard, at }, memberId);
/** Forgets the stored jobs of a member, such as at logout; unsent actions stay. */
export const forgetJobs = async (memberId: number) => (await openPhone()).delete('jobs', memberId);

export async function readActions(memberId: number): Promise<QueuedAction[]> {
  const all = (await (await openPhone()).getAll('actions')) as QueuedAction[];
  return all.filter((action) => action.memberId === memberId);
}
export const addAction = async (action: FieldAction) => (await openPhone()).add('actions', action);
export const changeAction = async (action: QueuedAction) => (await openPhone()).put('actions', action);
export const removeAction = async (place: number) => (await openPhone()).delete('actions', place);
