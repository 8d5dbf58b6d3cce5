/** How the drafts of forms are named in the browser's storage (draft.ts). */
export const DRAFT_PREFIX = 'draft:';

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
