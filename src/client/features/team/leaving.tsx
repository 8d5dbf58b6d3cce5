import { useState } from 'react';
import type { Member } from '../../../shared/team';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ConfirmDialog } from '../../ui/dialog';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';

const getFullName = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`;

const describeOpenJobs = (openJobs: number | undefined) => {
  if (openJobs === undefined) return 'Open jobs go back to dispatch.';
  if (openJobs === 0) return 'No open jobs are affected.';
  return openJobs === 1 ? '1 open job goes back to dispatch.' : `${openJobs} open jobs go back to dispatch.`;
};

export function DeactivateMember({ member }: { member: Member }) {
  const [isOpen, setIsOpen] = useState(false);
  const jobs = trpc.team.countOpenJobs.useQuery({ id: member.id }, { enabled: isOpen, staleTime: 0 });
  const deactivate = trpc.team.deactivate.useMutation({
    meta: { failure: 'Failed to deactivate team member. Please try again.' },
    onSuccess: ({ warnings }) =>
      showToast({
        title: 'Team Member Deactivated',
        description: [`${getFullName(member)} can no longer sign in.`, ...warnings].join(' '),
      }),
  });
  const openJobs = jobs.isFetching ? undefined : jobs.data?.openJobs;
  return (
    <>
      <ActionButton label="Deactivate" about={getFullName(member)} isPending={deactivate.isPending} onPress={() => setIsOpen(true)} />
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Deactivate ${getFullName(member)}?`}
        text={`${member.firstName} is signed out right away and can no longer sign in. ${describeOpenJobs(openJobs)}`}
        action="Deactivate"
        onConfirm={() => deactivate.mutate({ id: member.id })}
      />
    </>
  );
}

export function ReactivateMember({ member }: { member: Member }) {
  const reactivate = trpc.team.update.useMutation({
    meta: { failure: 'Failed to update team member. Please try again.' },
    onSuccess: () => showToast({ title: 'Team Member Updated', description: `${getFullName(member)} is active again.` }),
  });
  return <MutationButton label="Reactivate" about={getFullName(member)} call={reactivate} input={{ id: member.id, isActive: true }} />;
}
