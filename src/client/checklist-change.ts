import { useCallback } from 'react';
import type { Settings } from '../shared/settings';
import { trpc } from './trpc';
import { useAction } from './ui/mutation-button';

/**
 * Sets up the change of the stored checklist of a new company: hidden or not, and the steps marked as done. `done` is the toast after it.
 */
export function useChecklistChange(done?: { title: string; description: string }) {
  const saved = trpc.settings.get.useQuery().data?.checklist;
  const failure = 'Failed to save the checklist. Please try again.';
  const { mutate, isPending } = useAction({ procedure: trpc.settings.save, failure, ...(done && { done }) });
  const change = useCallback(
    (changes: Partial<Settings['checklist']>) => saved && mutate({ checklist: { ...saved, ...changes } }),
    [saved, mutate],
  );
  return { saved, isPending, change };
}

const SHOWN = { title: 'Checklist shown', description: 'Find it on the home page of the office.' };
/** Returns whether the checklist is hidden, and the way to show it again. */
export function useHiddenChecklist() {
  const { saved, isPending, change } = useChecklistChange(SHOWN);
  const show = useCallback(() => void change({ isHidden: false }), [change]);
  return { isHidden: saved?.isHidden === true, isPending, show };
}
