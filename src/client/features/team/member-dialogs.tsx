import { useState } from 'react';
import { getFullName, type Member, TEMPORARY_PASSWORD_HOURS } from '../../../shared/team';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ConfirmDialog } from '../../ui/dialog';
import { DialogButton } from '../../ui/dialog-button';
import { DialogButtons } from '../../ui/dialog-buttons';
import { MutationButton } from '../../ui/mutation-button';
import { type MadePassword, PasswordDialog } from '../../ui/new-password';
import { showToast } from '../../ui/toast/toast-store';
import { MemberForm, useMemberForm } from './member-form';

const TEMPORARY = {
  passwordLabel: 'Temporary password',
  advice: `Give this password to the team member now; it is shown only once. It expires after ${TEMPORARY_PASSWORD_HOURS} hours, and they choose their own after signing in.`,
};

type FinishProps = { onDone: (made?: MadePassword) => void };
const toMade = (member: Pick<Member, 'employeeId' | 'firstName' | 'lastName'>, password: string): MadePassword => ({
  title: `Temporary password of ${getFullName(member)}`,
  of: ['Employee ID', member.employeeId],
  password,
});

export const AddMember = () => (
  <PasswordDialog
    {...TEMPORARY}
    look="button-primary"
    label="Add Team Member"
    title="Add Team Member"
    text="A temporary password is made for them, which you pass on."
  >
    {(finish) => <AddForm onDone={finish} />}
  </PasswordDialog>
);

function AddForm({ onDone }: FinishProps) {
  const form = useMemberForm(undefined);
  const add = trpc.team.create.useMutation({
    meta: { failure: 'Failed to add team member. Please try again.' },
    onSuccess: ({ temporaryPassword, ...member }) => {
      showToast({ title: 'Team Member Added', description: `${getFullName(member)} can sign in now.` });
      onDone(temporaryPassword ? toMade(member, temporaryPassword) : undefined);
    },
  });
  return <MemberForm form={form} call={add} input={(values) => values} submit="Add Team Member" onCancel={() => onDone()} />;
}

export const EditMember = ({ member }: { member: Member }) => (
  <DialogButton look="button-dark" label="Edit" about={getFullName(member)} title="Edit Team Member" text={getFullName(member)}>
    {(close) => <EditForm member={member} onDone={close} />}
  </DialogButton>
);

function EditForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const form = useMemberForm(member);
  const save = trpc.team.update.useMutation({
    meta: { failure: 'Failed to update team member. Please try again.' },
    onSuccess: (saved) => {
      onDone();
      showToast({ title: 'Team Member Updated', description: `${getFullName(saved)} is saved.` });
    },
  });
  return <MemberForm form={form} call={save} input={(values) => ({ id: member.id, ...values })} submit="Save Changes" onCancel={onDone} />;
}

export const ResetPassword = ({ member }: { member: Member }) => (
  <PasswordDialog
    {...TEMPORARY}
    label="Reset Password"
    about={getFullName(member)}
    title={`Reset the password of ${getFullName(member)}?`}
    text="The password of now stops working, and whoever is signed in with it is signed out. You get a temporary one to pass on."
  >
    {(finish) => <ResetForm member={member} onDone={finish} />}
  </PasswordDialog>
);

function ResetForm({ member, onDone }: { member: Member } & FinishProps) {
  const reset = trpc.team.resetPassword.useMutation({
    meta: { failure: 'Failed to reset the password. Please try again.' },
    onSuccess: ({ temporaryPassword }) => onDone(toMade(member, temporaryPassword)),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!reset.isPending) reset.mutate({ id: member.id });
      }}
    >
      <DialogButtons onCancel={() => onDone()} submit="Reset Password" isPending={reset.isPending} />
    </form>
  );
}

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
