import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { FieldAction, FieldDashboard } from '../../../shared/field';

/** An action with its place in the queue, the server's sentence where it was refused, and how often the server failed over it. */
export type QueuedAction = FieldAction & { place: number; refusal?: string /** How often the server failed over it. */; faults?: number };

interface PhoneSchema extends DBSchema {
  /** What a member's phone showed last, by member. */
  jobs: { key: number; value: { dashboard: FieldDashboard; at: string } };
  /** What is to be sent, in this order, and what was refused until it has been read. */
  actions: { key: number; value: FieldAction & Partial<Pick<QueuedAction, 'place' | 'refusal' | 'faults'>> };
}

let opening: Promise<IDBPDatabase<PhoneSchema>> | undefined;
/** The phone's own database; a browser that has none rejects, and the screen goes on without. */
function openPhone(): Promise<IDBPDatabase<PhoneSchema>> {
  opening ??= openDB<PhoneSchema>('tidyline-field', 1, {
    upgrade: (db) => {
      db.createObjectStore('jobs');
      db.createObjectStore('actions', { keyPath: 'place', autoIncrement: true });
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

/** What this member's phone showed last. */
export const readKeptJobs = async (memberId: number) => (await openPhone()).get('jobs', memberId);
export const keepJobs = async (memberId: number, dashboard: FieldDashboard, at: string) =>
  (await openPhone()).put('jobs', { dashboard, at }, memberId);
/** Forgets a member's jobs, such as when it logs out; what waits to be sent stays. */
export const forgetJobs = async (memberId: number) => (await openPhone()).delete('jobs', memberId);

/** All actions of a member, in their order. */
export async function readActions(memberId: number): Promise<QueuedAction[]> {
  const all = (await (await openPhone()).getAll('actions')) as QueuedAction[];
  return all.filter((action) => action.memberId === memberId);
}
export const addAction = async (action: FieldAction) => (await openPhone()).add('actions', action);
export const changeAction = async (action: QueuedAction) => (await openPhone()).put('actions', action);
export const removeAction = async (place: number) => (await openPhone()).delete('actions', place);
