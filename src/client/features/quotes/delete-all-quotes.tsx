import { useState } from 'react';
import { showDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ConfirmDialog } from '../../ui/dialog';
import { showToast } from '../../ui/toast/toast-store';
import { Tooltip } from '../../ui/tooltip';

const counted = (count: number) => `${count} quote request${count === 1 ? '' : 's'}`;

const useRestore = () =>
  trpc.quotes.restore.useMutation({
    meta: { failure: 'Failed to restore quote requests' },
    onSuccess: ({ restoredCount }) => showToast({ title: 'Restored', description: `${counted(restoredCount)} brought back.` }),
  });

/** Empties the list after a question; what was in it can be brought back. */
export function DeleteAllQuotes({ total }: { total: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const restore = useRestore();
  const remove = trpc.quotes.deleteAll.useMutation({
    meta: { failure: 'Failed to delete quote requests' },
    onSuccess: ({ deletedCount }) =>
      showToast({
        title: 'Quotes Deleted',
        description: `${counted(deletedCount)} moved to the bin.`,
        action: { label: 'Undo', run: () => restore.mutate() },
      }),
  });
  return (
    <>
      <Tooltip text="Moves every request to the bin, where they stay for 30 days.">
        <button
          type="button"
          className="button-base border-red-600 text-red-600 hover:bg-red-100"
          disabled={remove.isPending}
          onClick={() => setIsOpen(true)}
        >
          Delete All Quotes
        </button>
      </Tooltip>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Delete all quote requests?"
        text={`${counted(total)} will be moved to the bin and kept there for 30 days. Clients and work orders stay.`}
        action="Delete All"
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

/** What lies in the bin, and the way back out of it. */
export function QuoteBin() {
  const bin = trpc.quotes.bin.useQuery();
  const restore = useRestore();
  if (!bin.data || bin.data.count === 0 || !bin.data.deletedAt) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
      {counted(bin.data.count)} in the bin, kept for 30 days; last deleted {showDateTime(bin.data.deletedAt)}
      <ActionButton
        look="min-h-11 font-semibold text-pine-700 underline underline-offset-4"
        label="Restore the last deletion"
        busy="Restoring..."
        isPending={restore.isPending}
        onPress={() => restore.mutate()}
      />
    </p>
  );
}
