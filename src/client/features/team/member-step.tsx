import { useState } from 'react';
import { getFullName, type Member } from '../../../shared/team';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ConfirmDialog } from '../../ui/dialog';
import { MutationButton, useAction } from '../../ui/mutation-button';

type StepProps = { member: Member };

/** Deactivates an active member, or makes one active again who left. */
export const MemberStep = ({ member }: StepProps) =>
  member.isActive ? <DeactivateMember member={member} /> : <ReactivateMember member={member} />;

const describeOpenJobs = (openJobs: number | undefined) => {
  if (openJobs === undefined) return 'Open jobs go back to dispatch.';
  if (openJobs === 0) return 'No open jobs are affected.';
  return openJobs === 1 ? '1 open job goes back to dispatch.' : `${openJobs} open jobs go back to dispatch.`;
};

const failure = 'Failed to update team member. Please try again.';

function DeactivateMember({ member }: StepProps) {
  const { id, firstName } = member;
  const name = getFullName(member);
  const [isOpen, setIsOpen] = useState(false);
  const jobs = trpc.team.countOpenJobs.useQuery({ id }, { enabled: isOpen, staleTime: 0 });
  const deactivate = useAction({
    procedure: trpc.team.deactivate,
    failure: 'Failed to deactivate team member. Please try again.',
    done: ({ warnings }) => ({
      title: 'Team Member Deactivated',
      description: [`${name} can no longer sign in.`, ...warnings].join(' '),
    }),
    undo: {
      procedure: trpc.team.update,
      input: { id, isActive: true },
      failure,
      done: { title: 'Team Member Updated', description: `${name} is active again. Jobs that went back to dispatch stay there.` },
    },
  });
  const openJobs = jobs.isFetching ? undefined : jobs.data?.openJobs;
  return (
    <>
      <ActionButton label="Deactivate" about={name} isPending={deactivate.isPending} onPress={() => setIsOpen(true)} />
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Deactivate ${name}?`}
        text={`${firstName} is signed out right away and can no longer sign in. ${describeOpenJobs(openJobs)}`}
        action="Deactivate"
        onConfirm={() => deactivate.mutate({ id })}
      />
    </>
  );
}

const ReactivateMember = ({ member }: StepProps) => (
  <MutationButton
    label="Reactivate"
    about={getFullName(member)}
    procedure={trpc.team.update}
    input={{ id: member.id, isActive: true }}
    failure={failure}
    done={{ title: 'Team Member Updated', description: `${getFullName(member)} is active again.` }}
  />
);
