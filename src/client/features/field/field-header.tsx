import { useState } from 'react';
import { trpc } from '../../trpc';
import { ConfirmDialog } from '../../ui/dialog';
import { CompanyMark, useCompany } from '../../ui/public/company';

type FieldHeaderProps = { isOffline: boolean; waiting: number; onLoggedOut: () => void };

export function FieldHeader({ isOffline, waiting, onLoggedOut }: FieldHeaderProps) {
  const { shortName, logo } = useCompany();
  const [isAsking, setIsAsking] = useState(false);
  const logOut = trpc.team.logout.useMutation({ onSettled: onLoggedOut });
  return (
    <header className="on-pine sticky top-0 z-30 flex min-h-15 items-center gap-3 bg-pine-950 px-4 text-white">
      <CompanyMark className="size-7 shrink-0" />
      <span className="mr-auto truncate font-bold font-display text-lg tracking-display min-w-0" aria-hidden={logo !== null || undefined}>
        {shortName}
      </span>
      <p role="status" className="flex shrink-0 items-center gap-2 whitespace-nowrap text-sm tabular-nums">
        <span
          aria-hidden="true"
          className={`size-2.5 rounded-full ${isOffline ? 'bg-red-600' : waiting > 0 ? 'bg-citrus-400' : 'bg-sage-300'}`}
        />
        {isOffline && 'Offline'}
        {isOffline && waiting > 0 && ', '}
        {waiting > 0 && `${waiting} waiting`}
        {!isOffline && waiting === 0 && 'Synced'}
      </p>
      <button
        type="button"
        className="button-on-pine"
        aria-disabled={logOut.isPending}
        onClick={() => (waiting > 0 ? setIsAsking(true) : logOut.mutate())}
      >
        Logout
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Log out now?"
        text={`${waiting} ${waiting === 1 ? 'action waits' : 'actions wait'} on this phone. They are sent when you sign in again.`}
        action="Logout"
        onConfirm={() => logOut.mutate()}
      />
    </header>
  );
}
