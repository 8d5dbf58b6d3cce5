import { useState } from 'react';
import type { Member } from '../../../shared/team';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogButton } from '../../ui/dialog-button';
import { showIssues } from '../../ui/form-issues';
import { showToast } from '../../ui/toast/toast-store';
import { MemberForm } from './member-form';
import { useMemberForm } from './member-form-state';
import { TEMPORARY_PASSWORD_TEXT, TemporaryPassword } from './temporary-password';

export function AddMember() {
  const [isOpen, setIsOpen] = useState(false);
  const [added, setAdded] = useState<{ employeeId: string; name: string; password: string }>();
  const open = () => {
    setAdded(undefined);
    setIsOpen(true);
  };
  return (
    <>
      <Button look="button-primary" label="Add Team Member" onPress={open} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={added ? `Temporary password of ${added.name}` : 'Add Team Member'}
        text={added ? TEMPORARY_PASSWORD_TEXT : 'A temporary password is made for them, which you pass on.'}
      >
        {added ? (
          <TemporaryPassword {...added} onDone={() => setIsOpen(false)} />
        ) : (
          <AddForm
            onCancel={() => setIsOpen(false)}
            onAdded={({ employeeId, firstName, lastName, temporaryPassword: password }) =>
              password ? setAdded({ employeeId, name: `${firstName} ${lastName}`, password }) : setIsOpen(false)
            }
          />
        )}
      </Dialog>
    </>
  );
}

type AddFormProps = { onCancel: () => void; onAdded: (member: Member & { temporaryPassword?: string | undefined }) => void };

function AddForm({ onCancel, onAdded }: AddFormProps) {
  const form = useMemberForm(undefined);
  const add = trpc.team.create.useMutation({
    meta: { failure: 'Failed to add team member. Please try again.' },
    onSuccess: (member) => {
      showToast({ title: 'Team Member Added', description: `${member.firstName} ${member.lastName} can sign in now.` });
      onAdded(member);
    },
    onError: (error) => showIssues(form, error),
  });
  return <MemberForm form={form} submit="Add Team Member" isPending={add.isPending} onSubmit={add.mutate} onCancel={onCancel} />;
}

export function EditMember({ member }: { member: Member }) {
  return (
    <DialogButton
      look="button-dark"
      label="Edit"
      about={`${member.firstName} ${member.lastName}`}
      title="Edit Team Member"
      text={`${member.firstName} ${member.lastName}`}
    >
      {(close) => <EditForm member={member} onDone={close} />}
    </DialogButton>
  );
}

function EditForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const form = useMemberForm(member);
  const save = trpc.team.update.useMutation({
    meta: { failure: 'Failed to update team member. Please try again.' },
    onSuccess: ({ firstName, lastName }) => {
      onDone();
      showToast({ title: 'Team Member Updated', description: `${firstName} ${lastName} is saved.` });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <MemberForm
      form={form}
      submit="Save Changes"
      isPending={save.isPending}
      onSubmit={(values) => save.mutate({ id: member.id, ...values })}
      onCancel={onDone}
    />
  );
}
