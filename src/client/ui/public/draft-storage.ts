import { tryStorage } from '../../browser-store';

export const DRAFT_PREFIX = 'draft:';

/** Begins the storage keys of drafts of staff forms, which contain clients' data and must not outlive the session. */
export const STAFF_DRAFT_PREFIX = `${DRAFT_PREFIX}staff:`;

export function dropStaffDrafts(): void {
  tryStorage(() => {
    for (const name of Object.keys(localStorage).filter((candidate) => candidate.startsWith(STAFF_DRAFT_PREFIX)))
      localStorage.removeItem(name);
  });
}

export const dropStaffDraft = (key: string): void => dropDraft(`staff:${key}`);

export const hasDrafts = (): boolean => tryStorage(() => Object.keys(localStorage).some((name) => name.startsWith(DRAFT_PREFIX))) ?? false;

export const dropDraft = (key: string): void => tryStorage(() => localStorage.removeItem(DRAFT_PREFIX + key));
