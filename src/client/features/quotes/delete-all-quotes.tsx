import { useState } from 'react';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ConfirmDialog } from '../../ui/dialog';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { Tooltip } from '../../ui/tooltip';

const formatCount = (count: number) => `${count} quote request${count === 1 ? '' : 's'}`;

const useRestore = () =>
  trpc.quotes.restore.useMutation({
    meta: { failure: 'Failed to restore quote requests' },
    onSuccess: ({ restoredCount }) => showToast({ title: 'Restored', description: `${formatCount(restoredCount)} brought back.` }),
  });

export function DeleteAllQuotes({ total }: { total: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const restore = useRestore();
  const remove = trpc.quotes.deleteAll.useMutation({
    meta: { failure: 'Failed to delete quote requests' },
    onSuccess: ({ deletedCount }) =>
      showToast({
        title: 'Quotes Deleted',
        description: `${formatCount(deletedCount)} moved to the bin.`,
        action: { label: 'Undo', run: () => restore.mutate() },
      }),
  });
  return (
    <>
      <Tooltip text="Moves every request to the bin. You can restore them for 30 days.">
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
        text={`${formatCount(total)} will be moved to the bin and can be restored for 30 days. Clients and work orders stay.`}
        action="Delete All"
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

export function QuoteBin() {
  const bin = trpc.quotes.bin.useQuery();
  const restore = useRestore();
  if (!bin.data || bin.data.count === 0 || !bin.data.deletedAt) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
      {formatCount(bin.data.count)} in the bin, kept for 30 days; last deleted {formatDateTime(bin.data.deletedAt)}
      <MutationButton
        look="min-h-11 font-semibold text-pine-700 underline underline-offset-4"
        label="Restore the last deletion"
        busy="Restoring..."
        call={restore}
        input={undefined}
      />
    </p>
  );
}
