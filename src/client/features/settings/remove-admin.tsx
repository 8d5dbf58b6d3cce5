import { useState } from 'react';
import type { Admin } from '../../../shared/admins';
import { trpc } from '../../trpc';
import { ConfirmDialog } from '../../ui/dialog';
import { showToast } from '../../ui/toast/toast-store';

export function RemoveAdmin({ admin: { id, username } }: { admin: Admin }) {
  const [isOpen, setIsOpen] = useState(false);
  const remove = trpc.admins.remove.useMutation({
    meta: { failure: 'Failed to remove the admin. Please try again.' },
    onSuccess: () => showToast({ title: 'Admin Removed', description: `${username} can no longer sign in.` }),
  });
  return (
    <>
      <button
        type="button"
        className="button-ghost text-red-600"
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && setIsOpen(true)}
      >
        {remove.isPending ? 'Removing...' : 'Remove'}
        <span className="sr-only">, {username}</span>
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Remove ${username}?`}
        text="Whoever is signed in under this name is signed out at once. What was done under it stays in the log."
        action="Remove Admin"
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}
