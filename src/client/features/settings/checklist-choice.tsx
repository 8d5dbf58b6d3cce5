import { useHiddenChecklist } from '../../checklist-change';
import { ActionButton } from '../../ui/action-button';

/** Offers to show the hidden checklist of a new company again. */
export function ChecklistChoice() {
  const { isHidden, isPending, show } = useHiddenChecklist();
  if (!isHidden) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-5 py-3">
      The checklist for setting up the company is hidden.
      <ActionButton label="Show checklist" isPending={isPending} onPress={show} />
    </p>
  );
}
