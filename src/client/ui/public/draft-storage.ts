/** Begins the storage keys of form drafts. */
export const DRAFT_PREFIX = 'draft:';

/** Begins the storage keys of drafts of staff forms, which contain clients' data and must not outlive the session. */
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

export const dropStaffDraft = (key: string): void => dropDraft(`staff:${key}`);

export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(DRAFT_PREFIX));
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(DRAFT_PREFIX + key);
  } catch {
    // Without storage there are no drafts.
  }
}
