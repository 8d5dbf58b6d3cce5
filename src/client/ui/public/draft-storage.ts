/** How the drafts of forms are named in the browser's storage (draft.ts). */
export const DRAFT_PREFIX = 'draft:';

/** Begins the names of drafts of staff forms, which hold clients' data and must not outlive the session. */
export const STAFF_DRAFT_PREFIX = `${DRAFT_PREFIX}staff:`;

/** Deletes the drafts of all staff forms from this browser. */
export function dropStaffDrafts(): void {
  try {
    for (const name of Object.keys(localStorage).filter((candidate) => candidate.startsWith(STAFF_DRAFT_PREFIX)))
      localStorage.removeItem(name);
  } catch {
    // Without storage there are no drafts.
  }
}

/** Deletes the draft of one staff form. */
export const dropStaffDraft = (key: string): void => dropDraft(`staff:${key}`);

/** Whether there is a draft of any form. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(DRAFT_PREFIX));
  } catch {
    return false;
  }
}

/** Forgets what was kept of a form: it has been sent, or somebody wants it gone. */
export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(DRAFT_PREFIX + key);
  } catch {
    // Then there is nothing to forget.
  }
}
