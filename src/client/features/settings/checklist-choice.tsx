import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { showToast } from '../../ui/toast/toast-store';

/** Offers to show the hidden checklist of a new company again. */
export function ChecklistChoice() {
  const checklist = trpc.settings.get.useQuery().data?.checklist;
  const save = trpc.settings.save.useMutation({
    meta: { failure: 'Failed to save the checklist. Please try again.' },
    onSuccess: () => showToast({ title: 'Checklist shown', description: 'It is on the start page of the office.' }),
  });
  if (!checklist?.isHidden) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-5 py-3">
      The checklist for setting up the company is hidden.
      <ActionButton
        label="Show checklist"
        isPending={save.isPending}
        onPress={() => save.mutate({ checklist: { ...checklist, isHidden: false } })}
      />
    </p>
  );
}
